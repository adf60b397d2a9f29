import type { Collection } from './collection.ts';
import type { Settings } from './settings.ts';

/** What `GET /collections/{name}` tells; settings that were not given are Qdrant's defaults. */
export function collectionInfo(collection: Collection): unknown {
  const { settings, points, indexes } = collection;
  return {
    status: 'green',
    optimizer_status: 'ok',
    points_count: points.size,
    indexed_vectors_count: 0,
    segments_count: 1,
    config: {
      params: {
        vectors: settings.vectors ?? {},
        ...(settings.sparse_vectors && { sparse_vectors: settings.sparse_vectors }),
        shard_number: settings.shard_number ?? 1,
        replication_factor: settings.replication_factor ?? 1,
        write_consistency_factor: settings.write_consistency_factor ?? 1,
        on_disk_payload: settings.on_disk_payload ?? true,
      },
      hnsw_config: {
        m: 16,
        ef_construct: 100,
        full_scan_threshold: 10_000,
        max_indexing_threads: 0,
        on_disk: false,
        ...settings.hnsw_config,
      },
      optimizer_config: {
        deleted_threshold: 0.2,
        vacuum_min_vector_number: 1000,
        default_segment_number: 0,
        flush_interval_sec: 5,
        ...settings.optimizers_config,
      },
      wal_config: { wal_capacity_mb: 32, wal_segments_ahead: 0, ...settings.wal_config },
      quantization_config: quantizationOf(settings),
      ...(settings.strict_mode_config && { strict_mode_config: settings.strict_mode_config }),
      ...(settings.metadata && { metadata: settings.metadata }),
    },
    payload_schema: indexes.describe(),
  };
}

const quantizationOf = ({ quantization_config: config }: Settings) =>
  (config as unknown) === 'Disabled' ? null : (config ?? null);
