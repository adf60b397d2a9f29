import { BlockList, isIPv4, isIPv6 } from 'node:net';

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

const closed = new BlockList();
for (const [network, prefix] of ranges4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of ranges6) closed.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address belongs to the public Internet: not private, loopback, link-local, unique-local, shared
 * (carrier-grade NAT), multicast, reserved, nor an IPv6 address that stands for an IPv4 one.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
