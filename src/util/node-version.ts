/** The first that has all that the code uses; `engines` of package.json says the same. */
const firstVersion = { major: 20, minor: 19 };

/** A sentence where Node.js is too old for the code. */
export function nodeProblem(version = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const { major: first, minor: firstMinor } = firstVersion;
  if (major > first || (major === first && minor >= firstMinor)) return undefined;
  return `Pincite needs Node.js ${first}.${firstMinor} or newer; this is Node.js ${version}.`;
}
