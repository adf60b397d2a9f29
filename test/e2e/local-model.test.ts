import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli, type CliOptions } from '../support/cli.ts';
import { startHubServer } from '../support/onnx/hub-server.ts';
import { tinyModel, writeModelFolder } from '../support/onnx/model-folder.ts';

let folder: string;
let model: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-local-model-'));
  model = await writeModelFolder('small', tinyModel());
  await writeFile(
    path.join(folder, 'pumps.md'),
    '# Turbine\n\nThe turbine blades are inspected every year.\n',
  );
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await rm(path.dirname(model), { recursive: true });
});

const pincite = (args: readonly string[], { env, ...more }: Partial<CliOptions> = {}) =>
  runCli(args, { cwd: folder, env: { PINCITE_EMBEDDING_MODEL: model, ...env }, ...more });

describe('pincite with a local model', () => {
  it('adds and searches with a model from a folder, and refuses other weights of its name afterwards', async () => {
    expect(await pincite(['add', 'pumps.md'])).toMatchObject({ code: 0 });
    const { code, stdout } = await pincite(['search', 'turbine blades', '--mode', 'vector', '--json']);
    expect(code).toBe(0);
    expect(stdout).toContain('The turbine blades are inspected every year.');
    expect((await pincite(['list', '--json=full'])).stdout).toMatch(/"onnx:small@[\da-f]{12}"/);
    await writeFile(path.join(model, 'onnx/model.onnx'), tinyModel({ seed: 2 })['onnx/model.onnx']);
    const other = await pincite(['add', 'pumps.md']);
    expect(other.code).not.toBe(0);
    expect(other.stderr).toMatch(/onnx:small@[\da-f]{12}.*onnx:small@[\da-f]{12}/s);
  });

  it('downloads a model once, from the server that HF_ENDPOINT names', async () => {
    const server = await startHubServer({ 'owner/small': tinyModel() });
    const env = {
      PINCITE_EMBEDDING_MODEL: 'owner/small',
      PINCITE_LOCAL_MODELS_FOLDER: path.join(folder, 'models'),
      HF_ENDPOINT: server.url,
    };
    expect(await pincite(['add', 'pumps.md'], { env })).toMatchObject({ code: 0 });
    await server.close();
    expect(await pincite(['search', 'turbine'], { env })).toMatchObject({ code: 0 });
    const broken = await pincite(['search', 'turbine'], {
      env: { ...env, PINCITE_EMBEDDING_MODEL: 'owner/other' },
    });
    expect(broken.code).not.toBe(0);
    expect(broken.stderr).toContain(`copy the model's files`);
  });

  it('names the command that installs what a local model needs', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const installed = path.join(folder, 'installed');
    await mkdir(path.join(installed, 'node_modules'), { recursive: true });
    for (const name of await readdir(path.join(root, 'node_modules'))) {
      if (name === 'onnxruntime-node' || name === '@huggingface' || name.startsWith('.')) continue;
      await symlink(path.join(root, 'node_modules', name), path.join(installed, 'node_modules', name));
    }
    await cp(path.join(root, 'dist'), path.join(installed, 'dist'), { recursive: true });
    for (const name of ['assets', 'package.json'])
      await symlink(path.join(root, name), path.join(installed, name));
    const { code, stderr } = await pincite(['add', 'pumps.md'], {
      program: path.join(installed, 'dist', 'cli.mjs'),
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /need the package "onnxruntime-node", which is not installed\n.*ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node@1/,
    );
  });
});
