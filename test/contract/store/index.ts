/** `pincite/testing`: what every store must do, as tests of Vitest to be run over a store of one's own. */
export { describeStore } from './suite.ts';
export { describeStoreProperties } from './properties.ts';
export { describeStoreServer, type ServerPlace } from './server.ts';
export type { StorePlace } from './bench.ts';
