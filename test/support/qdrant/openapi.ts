import { existsSync, readFileSync } from 'node:fs';

/** A schema of OpenAPI 3.0, as far as the document uses it. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: boolean | OpenApiSchema;
  readonly [keyword: string]: unknown;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: OpenApiSchema } };
}

interface Endpoint {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: OpenApiSchema;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
}

export interface Operation {
  /** Such as `upsert_points`. */
  readonly id: string;
  /** The path as the document has it. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: OpenApiSchema | undefined;
  /** Of status 200; without it the reply is text. */
  readonly reply: OpenApiSchema | undefined;
}

const file = new URL('../../../../shared/data/qdrant/openapi.json', import.meta.url);

/** Whether Qdrant's document is on this machine; without it the server does not start. */
export const hasOpenApi = existsSync(file);

export const readOpenApi = () => JSON.parse(readFileSync(file, 'utf8')) as OpenApi;

/** Finds the operation of a request, and what the variable parts of its path are. */
export class Routes {
  private readonly paths: readonly { readonly path: string; readonly parts: readonly string[] }[];
  private readonly document: OpenApi;

  constructor(document: OpenApi) {
    this.document = document;
    this.paths = Object.keys(document.paths).map((path) => ({ path, parts: path.split('/') }));
  }

  find(method: string, url: string): { operation: Operation; variables: Record<string, string> } | undefined {
    const parts = url.split('/');
    const matching = this.paths
      .filter(({ path }) => this.document.paths[path]![method.toLowerCase()])
      .filter((candidate) => fits(candidate.parts, parts))
      .sort((a, b) => variableCount(a.parts) - variableCount(b.parts));
    const [found] = matching;
    if (!found) return undefined;
    return {
      operation: this.operation(method, found.path),
      variables: Object.fromEntries(
        found.parts.flatMap((part, place) =>
          isVariable(part) ? [[part.slice(1, -1), decodeURIComponent(parts[place]!)]] : [],
        ),
      ),
    };
  }

  private operation(method: string, path: string): Operation {
    const endpoint = this.document.paths[path]![method.toLowerCase()]!;
    return {
      id: endpoint.operationId,
      path,
      parameters: endpoint.parameters ?? [],
      body: endpoint.requestBody?.content?.['application/json']?.schema,
      reply: endpoint.responses['200']?.content?.['application/json']?.schema,
    };
  }
}

const isVariable = (part: string) => part.startsWith('{');
const variableCount = (parts: readonly string[]) => parts.filter(isVariable).length;
const fits = (pattern: readonly string[], parts: readonly string[]) =>
  pattern.length === parts.length &&
  pattern.every((part, place) => (isVariable(part) ? parts[place] !== '' : part === parts[place]));
