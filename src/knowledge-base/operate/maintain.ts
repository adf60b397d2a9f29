import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import type { BackupResult, StoreCheck, StoreMaintenance, VacuumResult } from '../../store/maintenance.ts';
import { parseOptions, signalSchema } from '../parts/options.ts';
import type { Parts } from '../parts/parts.ts';

const progressSchema = z
  .custom<(done: number, total: number) => void>((value) => typeof value === 'function')
  .optional();

/** What `check` takes. */
export interface CheckOptions {
  /**
   * Make anew what follows from the documents and is wrong.
   * @default false
   */
  readonly repair?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the number of documents that have been looked at, and of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export const checkOptionsSchema = z.strictObject({
  repair: z.boolean().default(false),
  signal: signalSchema,
  onProgress: progressSchema,
});

export async function checkStore(parts: Parts, options: CheckOptions = {}): Promise<StoreCheck> {
  return maintenanceOf(parts).check(parseOptions(checkOptionsSchema, options, 'options of check'));
}

/** What `vacuum` takes. */
export interface VacuumOptions {
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const vacuumOptionsSchema = z.strictObject({ signal: signalSchema });

export async function vacuumStore(parts: Parts, options: VacuumOptions = {}): Promise<VacuumResult> {
  return maintenanceOf(parts).vacuum(parseOptions(vacuumOptionsSchema, options, 'options of vacuum'));
}

/** What `backup` takes. */
export interface BackupOptions {
  /**
   * Take the place of an earlier backup.
   * @default false
   */
  readonly force?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const backupOptionsSchema = z.strictObject({
  force: z.boolean().default(false),
  signal: signalSchema,
});

export async function backupStore(
  parts: Parts,
  folder: string,
  options: BackupOptions = {},
): Promise<BackupResult> {
  const path = parseOptions(z.string().min(1), folder, 'folder of a backup');
  return maintenanceOf(parts).backup(path, parseOptions(backupOptionsSchema, options, 'options of backup'));
}

/** What `restoreBackup` takes. */
export interface RestoreOptions {
  /**
   * The store that the backup is restored to: `sqlite:<folder>`.
   * @default 'sqlite:./.pincite'
   */
  readonly store?: string;
  /**
   * Replace a store that has documents.
   * @default false
   */
  readonly force?: boolean;
  /** Stops the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
}

export const restoreOptionsSchema = z.strictObject({
  store: z.string().default('sqlite:./.pincite'),
  force: z.boolean().default(false),
  signal: signalSchema,
});

/** What was restored. */
export interface RestoreResult {
  /** How many the store has. */
  readonly collections: number;
  /** How many the store has, earlier versions aside. */
  readonly documents: number;
  /** How many the store has. */
  readonly chunks: number;
}

/** @see restoreBackup of open.ts */
export async function restoreBackup(backup: string, options: RestoreOptions = {}): Promise<RestoreResult> {
  const { store, ...rest } = parseOptions(restoreOptionsSchema, options, 'options of restoreBackup');
  const { restoreStore } = await import('../../store/sqlite/maintenance/restore.ts');
  return restoreStore(backup, store, rest);
}

/** @throws ConfigError for a store that does not keep its own files. */
function maintenanceOf({ store }: Parts): StoreMaintenance {
  if (store.maintenance) return store.maintenance;
  throw new ConfigError(
    `This works on the files of a SQLite store only; ${store.location} is kept by a server.`,
    {
      hint: 'Use the tools of its server.',
    },
  );
}
