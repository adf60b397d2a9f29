/** A function that makes something when it is first called, and gives the same from then on; what made it is let go. */
export function once<Made>(make: () => Made): () => Made {
  let state: { readonly made: Made } | undefined;
  let maker: (() => Made) | undefined = make;
  return () => {
    if (state === undefined) {
      state = { made: maker!() };
      maker = undefined;
    }
    return state.made;
  };
}
