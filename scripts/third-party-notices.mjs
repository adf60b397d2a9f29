/** The licences of packages whose code is in the bundle, which ask to be handed on with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A plugin for the bundler: writes `THIRD-PARTY-NOTICES.txt` beside the bundle. */
export const thirdPartyNotices = () => ({
  name: 'third-party-notices',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
    const folders = new Set(modules.flatMap((id) => packageFolder(id) ?? []));
    const notices = [...folders].sort().map(noticeOf);
    if (notices.length === 0) return;
    const source = `The files of this folder hold code of these packages.\n\n${notices.join('\n\n')}\n`;
    this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
  },
});

const packageFolder = (id) => /^\0?(?:.*:)?(\/.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];

const line = '-'.repeat(80);

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const given = texts.length > 0 ? texts : [`Licensed under ${license}.`];
  return [line, `${name} ${version} (${license})`, line, ...given].join('\n');
}
