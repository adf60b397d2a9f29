import type { Config } from '../config.ts';
import { nearestName } from '../util/nearest-name.ts';
import { canRoute } from './query.ts';

type Retrieval = Pick<Config['retrieval'], 'routing'>;

/** Which settings name a collection that does not exist, and what may have been meant: a sentence each. */
export function describeMissingCollections(retrieval: Retrieval, existing: readonly string[]): string[] {
  return namesIn(retrieval)
    .filter(([, name]) => !existing.includes(name))
    .map(([setting, name]) => {
      const nearest = nearestName(name, existing);
      const meant = nearest === undefined ? '' : `; did you mean "${nearest}"?`;
      return `retrieval.${setting} names the collection "${name}", which does not exist${meant}`;
    });
}

/** Collections by the settings that name them. The default counts where it can be reached by routing, or was set. */
function namesIn({ routing }: Retrieval): (readonly [setting: string, name: string])[] {
  const { rules, descriptions } = routing;
  const isUsual = !canRoute(routing) && routing.default.join() === 'default';
  return [
    ...rules.flatMap(({ collections }, index) => under(`routing.rules.${index}`, collections)),
    ...under('routing.default', isUsual ? [] : routing.default),
    ...under('routing.descriptions', Object.keys(descriptions)),
  ];
}

const under = (setting: string, names: readonly string[]) => names.map((name) => [setting, name] as const);
