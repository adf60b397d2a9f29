import { expect, it } from 'vitest';
import { membersOf } from './members-of.ts';

class Model {
  readonly id = 'a';
  readonly #size = 3;
  readonly name?: string;
  get dimensions() {
    return this.#size;
  }
  embed() {
    return this.#size;
  }
  close() {
    return this.embed();
  }
}
class Longer extends Model {
  override embed() {
    return super.embed() + 1;
  }
}

it('has fields, getters and methods, which know their object', () => {
  const model = Object.assign(membersOf(new Longer()), { embed: () => 9 });
  expect([model.id, model.dimensions, model.embed(), model.close()]).toEqual(['a', 3, 9, 4]);
  expect(model.name).toBeUndefined();
  expect(model).not.toHaveProperty('constructor', Longer);
});

it('takes objects that are no class, and those without a prototype', () => {
  expect(membersOf({ a: 1 })).toEqual({ a: 1 });
  expect(membersOf(Object.assign(Object.create(null) as { a?: number }, { a: 1 }))).toEqual({ a: 1 });
});
