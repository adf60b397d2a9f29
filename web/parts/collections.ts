/** The collections that there are, asked for once a visit and after something was added. */
import { signal } from '@preact/signals';
import { ask, isAborted } from '../api.ts';

interface Collection {
  readonly name: string;
  readonly documents: number;
}

/** `undefined` until they are known. */
export const collections = signal<readonly Collection[] | undefined>(undefined);
export const collectionsError = signal<unknown>(undefined);

export async function loadCollections(): Promise<void> {
  try {
    collections.value = (await ask<{ collections: Collection[] }>('/v1/collections')).collections;
    collectionsError.value = undefined;
  } catch (error) {
    if (!isAborted(error)) collectionsError.value = error;
  }
}

export function forgetCollections(): void {
  collections.value = undefined;
  collectionsError.value = undefined;
}

export const isEmpty = () => collections.value?.every(({ documents }) => documents === 0) ?? false;
