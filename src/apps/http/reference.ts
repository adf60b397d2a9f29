/** `/docs`: the OpenAPI document as a page to read, made here, without a script. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import { pageStyle } from '../../util/page-style.ts';
import { escapeHtml } from '../../util/strings/escape-html.ts';

type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: Readonly<
    Record<
      string,
      {
        readonly description?: string;
        readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
      }
    >
  >;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: unknown;
}

const style = `${pageStyle}
body { font: 16px/1.5 var(--sans); max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
code { font: 0.9em var(--mono); }
h1, h2 { font-family: var(--serif); }
h2 { margin-top: 3rem; } h3 { margin: 2rem 0 0.25rem; overflow-wrap: anywhere; }
h3 b { display: inline-block; min-width: 4.5rem; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; display: block; overflow-x: auto; }
td, th { border-top: 1px solid var(--line); text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; }
td:first-child { white-space: nowrap; }
details { margin: 0.5rem 0; } summary { cursor: pointer; }
`;

export function referencePage(document: OpenApiDocument): string {
  const schemas = (document.components?.schemas ?? {}) as Readonly<Record<string, Schema>>;
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Readonly<Record<string, Operation>>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0] ?? ''))];
  const parts = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags?.[0] === tag);
    return `<h2 id="${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${own.map((one) => describe(one)).join('')}`;
  });
  const named = Object.entries(schemas).map(
    ([name, schema]) =>
      `<h3 id="schema-${escapeHtml(name)}"><code>${escapeHtml(name)}</code></h3>${prose(schema.description)}${fields(schema)}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(document.info.title)}</title><style>${style}</style>
<h1>${escapeHtml(document.info.title)}</h1>${prose(document.info.description)}
<p>The same for programs: <a href="openapi.json">openapi.json</a></p>
<nav>${[...tags, 'Shapes'].map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' · ')}</nav>
${parts.join('')}<h2 id="Shapes">Shapes</h2>${named.join('')}</html>`;
}

/** What a page without a script may do: show its own style. */
export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

function describe({
  path,
  method,
  operation,
}: {
  path: string;
  method: string;
  operation: Operation;
}): string {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation;
  const given = parameters.map(
    (one) =>
      `<tr><td><code>${escapeHtml(one.name)}</code>${one.required ? ' *' : ''}<td>${escapeHtml(one.in)}<td>${typeOf(one.schema)}<td>${escapeHtml(one.description ?? '')}`,
  );
  const bodies = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) =>
      `<p>Body <code>${escapeHtml(type)}</code>: ${typeOf(schema)}</p>${fields(schema)}`,
  );
  const answers = Object.entries(responses)
    .filter(([status]) => status < '400')
    .map(([status, { description: what = '', content = {} }]) => {
      const kinds = Object.entries(content).map(
        ([type, { schema }]) => `<code>${escapeHtml(type)}</code> ${typeOf(schema)}`,
      );
      return `<p><b>${escapeHtml(status)}</b> ${escapeHtml(what)} ${kinds.join(', ')}</p>`;
    });
  return `<h3><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code></h3><p>${escapeHtml(summary ?? '')}</p>${prose(description)}
${given.length > 0 ? `<table><tr><th>Parameter<th>In<th>Type<th>${given.join('')}</table>` : ''}${bodies.join('')}${answers.join('')}`;
}

function fields(schema: Schema | undefined): string {
  const properties = Object.entries(schema?.properties ?? {});
  if (properties.length === 0) return '';
  const rows = properties.map(([name, one]) => {
    const isNeeded = schema?.required?.includes(name) ? ' *' : '';
    return `<tr><td><code>${escapeHtml(name)}</code>${isNeeded}<td>${typeOf(one)}<td>${escapeHtml(one.description ?? '')}`;
  });
  return `<table>${rows.join('')}</table>`;
}

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return '';
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`;
  }
  if (schema.enum)
    return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' | ');
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.items) return `${typeOf(schema.items)}[]`;
  const types = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'any');
  const usual = schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`;
  return escapeHtml(`${types}${usual}`);
}

const prose = (words: string | undefined) => (words === undefined ? '' : `<p>${escapeHtml(words)}</p>`);
