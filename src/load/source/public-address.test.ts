import { expect, it } from 'vitest';
import { allowedAddresses, isPublicAddress, kindOfAddress } from './public-address.ts';

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '192.167.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450::8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
])('allows %s', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:db8::1',
  '0.255.255.255',
  '10.255.255.255',
  '100.127.255.255',
  '169.254.0.0',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '239.255.255.255',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:1ff::1',
  '2002:808:808::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fe80::1%eth0',
  'fec0::1',
  'fdff::1',
  'ff0e::1',
  '0177.0.0.1',
  '127.1',
  '2130706433',
  '127.0.0.1 ',
  'not an address',
  '',
])('refuses %s', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

const allowed = (open: Partial<Parameters<typeof allowedAddresses>[0]>) =>
  allowedAddresses({ loopback: false, private: false, named: [], ...open });

const loopback = ['127.0.0.1', '127.255.0.1', '::1'];
const intranet = ['10.1.2.3', '100.64.0.1', '172.16.0.1', '192.168.1.1', 'fc00::1', 'fd12:3456::1'];
/** Link-local, metadata services of clouds, and addresses that stand for others. */
const never = [
  '169.254.169.254',
  '169.254.0.0',
  '169.254.170.2',
  'fe80::1',
  'febf::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.1.2.3',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'not an address',
];

it('opens this machine and private networks by a switch each', () => {
  expect(loopback.map(kindOfAddress)).toEqual(loopback.map(() => 'loopback'));
  expect(intranet.map(kindOfAddress)).toEqual(intranet.map(() => 'private'));
  expect([...loopback, ...intranet].filter(allowed({}))).toEqual([]);
  expect([...loopback, ...intranet].filter(allowed({ loopback: true }))).toEqual(loopback);
  expect([...loopback, ...intranet].filter(allowed({ private: true }))).toEqual(intranet);
  expect(['8.8.8.8', '2a00:1450::8'].every(allowed({}))).toBe(true);
});

it('opens link-local addresses and metadata services by their names alone', () => {
  expect(never.filter(allowed({ loopback: true, private: true }))).toEqual([]);
  const named = ['169.254.170.2', 'fd00:ec2::254'];
  expect(never.filter(allowed({ named }))).toEqual(named);
  expect(allowed({ named })('fd00:0ec2:0:0::254')).toBe(true);
  expect([...loopback, ...intranet].filter(allowed({ named }))).toEqual([]);
});
