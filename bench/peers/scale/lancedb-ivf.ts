import { Index } from '@lancedb/lancedb';
import type { OpenScaleSystem } from '../../store/scale/system.ts';
import { openLance } from './lancedb.ts';

/** With its usual index on vectors, which finds most of the nearest, not all. */
const open: OpenScaleSystem = (setting) =>
  openLance(setting, (table) =>
    table.createIndex('vector', { config: Index.ivfPq({ distanceType: 'cosine' }) }),
  );
export default open;
