import type { Config } from '../config.ts';
import { allowedAddresses } from '../load/public-address.ts';
import type { SourceOptions } from '../load/read-source.ts';

/** Where downloads may lead: to the public Internet, and to what the configuration opens. */
export function webAccess({ loading }: Config): Pick<SourceOptions, 'isAllowed'> {
  const { allowLoopback, allowPrivateAddresses, allowAddresses } = loading;
  return {
    isAllowed: allowedAddresses({
      loopback: allowLoopback,
      private: allowPrivateAddresses,
      named: allowAddresses,
    }),
  };
}
