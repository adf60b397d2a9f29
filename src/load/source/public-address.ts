import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Special-purpose ranges of the IANA registries that are not reachable from the public Internet. */
const ranges4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Global unicast is `2000::/3`; within it these are set apart: protocol assignments, documentation, and 6to4, which carries IPv4. */
const ranges6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** Within the ranges of an intranet, or public, what tells a machine of a cloud its secrets. */
const metadataServices = ['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'];

type Range = readonly [network: string, prefix: number];
const rangesOf = (ranges: readonly Range[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, familyOf(network));
  return list;
};
const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

const closed = rangesOf([...ranges4, ...ranges6]);
const globalUnicast = rangesOf([['2000::', 3]]);
const loopback = rangesOf([
  ['127.0.0.0', 8],
  ['::1', 128],
]);
const intranet = rangesOf([
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
]);
const metadata = rangesOf(metadataServices.map((address) => [address, isIPv4(address) ? 32 : 128]));

/** `other` is link-local, a cloud's metadata service, multicast, reserved, or an IPv6 address that stands for an IPv4 one. */
export type AddressKind = 'public' | 'loopback' | 'private' | 'other';

export function kindOfAddress(address: string): AddressKind {
  const family = familyOf(address);
  if (isMapped(address) || !isIP(address) || metadata.check(address, family)) return 'other';
  if (isGlobal(address)) return 'public';
  if (loopback.check(address, family)) return 'loopback';
  return intranet.check(address, family) ? 'private' : 'other';
}

/** A list of IPv4 addresses holds the IPv6 addresses that stand for them too. */
const isMapped = (address: string) => isIPv6(address) && mapped.check(address, 'ipv6');
const mapped = rangesOf([['::ffff:0:0', 96]]);

export interface AddressSwitches {
  readonly loopback: boolean;
  /** The ranges of intranets. */
  readonly private: boolean;
  /** Single addresses, whatever they are. */
  readonly named: readonly string[];
}

/** Which addresses may be connected to: public ones, and what is opened. */
export function allowedAddresses(open: AddressSwitches): (address: string) => boolean {
  const named = new BlockList();
  for (const address of open.named) named.addAddress(address, familyOf(address));
  const kinds = { public: true, loopback: open.loopback, private: open.private, other: false };
  return (address) =>
    kinds[kindOfAddress(address)] || (isIP(address) > 0 && named.check(address, familyOf(address)));
}

/**
 * Whether an IP address belongs to the public Internet: not private, loopback, link-local, unique-local, shared
 * (carrier-grade NAT), multicast, reserved, nor an IPv6 address that stands for an IPv4 one; nor where clouds keep secrets.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
export const isPublicAddress = (address: string): boolean => kindOfAddress(address) === 'public';

function isGlobal(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
