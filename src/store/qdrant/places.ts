/** Notes about Qdrant collections that are being made, so that those of programs that died in it can be removed. */
import { equal } from './conditions.ts';
import { pointId } from './names.ts';
import type { Registry } from './registry.ts';

/** Nobody takes as long to make one, in milliseconds. */
const longestMakingMs = 3_600_000;

interface PlacePayload {
  readonly kind: 'place';
  readonly keptAt: number;
  readonly place: string;
}

const idOf = (place: string) => pointId('place', place);

/** To be called before it is made. */
export async function announcePlace(registry: Registry, place: string): Promise<void> {
  const payload: PlacePayload = { kind: 'place', keptAt: Date.now(), place };
  await registry.put([{ id: idOf(place), payload }]);
}

/** To be called when it is of use, or gone. */
export async function forgetPlace(registry: Registry, place: string): Promise<void> {
  await registry.remove({ points: [idOf(place)] });
}

/** Removes what programs have left that died while they made or removed a collection. */
export async function sweepPlaces(registry: Registry): Promise<void> {
  const states = await registry.list({ removedToo: true });
  for (const state of states) if (state.isRemoved) await registry.finishRemoval(state);
  const used = new Set(states.map(({ place }) => place));
  const isOld = { key: 'keptAt', range: { lt: Date.now() - longestMakingMs } };
  for (const { payload } of await registry.beside<PlacePayload>({ must: [equal('kind', 'place'), isOld] })) {
    if (!used.has(payload.place)) await registry.removePlace(payload.place);
    await forgetPlace(registry, payload.place);
  }
}
