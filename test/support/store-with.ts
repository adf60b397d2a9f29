import type { Store } from '../../src/store/store.ts';

/** A store of which some methods are others; the rest are its own, called on itself. */
export function storeWith(store: Store, changes: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      if (Object.hasOwn(changes, name)) return Reflect.get(changes, name) as unknown;
      const own: unknown = Reflect.get(target, name);
      return typeof own === 'function' ? (own.bind(target) as unknown) : own;
    },
  });
}
