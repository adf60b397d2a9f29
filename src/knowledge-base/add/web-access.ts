import type { Config } from '../../config/config.ts';
import { allowedAddresses } from '../../load/source/public-address.ts';
import type { SourceOptions } from '../../load/source/read-source.ts';

/** Where downloads may lead: to the public Internet, and to what the configuration opens. */
export function webAccess({ loading }: Config): Pick<SourceOptions, 'isAllowed'> {
  const named = loading.allowAddresses;
  return {
    isAllowed: allowedAddresses({
      loopback: named.includes('loopback'),
      private: named.includes('private'),
      named: named.filter((name) => name !== 'loopback' && name !== 'private'),
    }),
  };
}
