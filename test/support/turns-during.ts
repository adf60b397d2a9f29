/** How often the event loop turns while something is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let working = true;
  const countTurn = () => {
    turns += 1;
    if (working) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await work();
  working = false;
  return turns;
}
