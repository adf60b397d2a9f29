/** All that an object has, methods bound to it: to spread into another that does some of it otherwise. */
export function membersOf<Shape extends object>(object: Shape): Shape {
  const members: Record<PropertyKey, unknown> = {};
  for (
    let owner: object | null = object;
    owner !== null && owner !== Object.prototype;
    owner = Object.getPrototypeOf(owner) as object | null
  ) {
    for (const name of Reflect.ownKeys(owner)) {
      if (name === 'constructor' || name in members) continue;
      const value: unknown = Reflect.get(object, name);
      members[name] = typeof value === 'function' ? (value.bind(object) as unknown) : value;
    }
  }
  return members as Shape;
}
