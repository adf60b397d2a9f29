import type { Config } from '../config.ts';
import type { SourceOptions } from '../load/read-source.ts';

/** Where downloads may lead: to the public Internet alone, unless the configuration opens private networks. */
export function webAccess({ loading }: Config): Pick<SourceOptions, 'isAllowed'> {
  return loading.allowPrivateAddresses ? { isAllowed: () => true } : {};
}
