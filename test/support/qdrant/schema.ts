/**
 * The schemas of Qdrant's document as JSON Schema. Stricter than Qdrant in one point: an object whose properties the
 * document lists has no others, for a misspelt key is a bug of the client. Laxer in one: Qdrant reads lists that the
 * document calls unique into sets, and so does not mind repetitions.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { parseUuid } from './point-id.ts';
import { type OpenApiSchema, readOpenApi } from './openapi.ts';

type JsonSchema = Record<string, unknown>;

const largest: Readonly<Record<string, number>> = { uint8: 2 ** 8 - 1, uint32: 2 ** 32 - 1 };
const checkedFormats = new Set(['uuid', 'date-time']);

/** Says what is wrong with a value, or nothing. */
export class Schemas {
  private readonly ajv = new Ajv({ strict: false });
  private readonly compiled = new Map<OpenApiSchema, ValidateFunction>();

  constructor({ components } = readOpenApi()) {
    this.ajv.addFormat('uuid', (text: string) => parseUuid(text) !== undefined);
    this.ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
    this.ajv.addSchema({ components: { schemas: translateEach(components.schemas) } }, 'qdrant');
  }

  problem(schema: OpenApiSchema, value: unknown): string | undefined {
    let validate = this.compiled.get(schema);
    if (!validate) this.compiled.set(schema, (validate = this.ajv.compile(translate(schema))));
    return validate(value) ? undefined : describe(validate.errors!);
  }
}

function translate({
  $ref,
  nullable,
  format,
  items,
  properties,
  additionalProperties,
  anyOf,
  oneOf,
  ...rest
}: OpenApiSchema): JsonSchema {
  if ($ref !== undefined) return { $ref: `qdrant${$ref}` };
  const schema: JsonSchema = { ...rest, uniqueItems: false };
  if (nullable) allowNull(schema, rest);
  if (format !== undefined && checkedFormats.has(format)) schema.format = format;
  if (format !== undefined && largest[format] !== undefined) schema.maximum ??= largest[format];
  if (items) schema.items = translate(items);
  if (anyOf) schema.anyOf = anyOf.map(translate);
  if (oneOf) schema.anyOf = oneOf.map(translate);
  if (properties) schema.properties = translateEach(properties);
  if (properties) schema.additionalProperties = false;
  if (typeof additionalProperties === 'object') schema.additionalProperties = translate(additionalProperties);
  else if (additionalProperties !== undefined) schema.additionalProperties = additionalProperties;
  return schema;
}

function allowNull(schema: JsonSchema, { type, enum: values }: OpenApiSchema): void {
  schema.type = type === undefined ? 'null' : [type, 'null'];
  if (values) schema.enum = [...values, null];
}

const translateEach = (schemas: Readonly<Record<string, OpenApiSchema>>): JsonSchema =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, translate(schema)]));

const depth = ({ instancePath }: ErrorObject) => instancePath.split('/').length;

/**
 * The problems of the innermost value: those of values around it only follow from them, and
 * so do other problems where a field is unknown.
 */
function describe(errors: readonly ErrorObject[]): string {
  const deepest = Math.max(...errors.map(depth));
  const innermost = errors.filter((error) => depth(error) === deepest);
  const unknown = innermost.filter(({ keyword }) => keyword === 'additionalProperties');
  const texts = (unknown.length > 0 ? unknown : innermost).map(describeOne);
  return [...new Set(texts)].join('; ');
}

function describeOne({ instancePath, message, params }: ErrorObject): string {
  const { additionalProperty: unknown } = params as { additionalProperty?: string };
  return `${instancePath || '/'} ${unknown === undefined ? message : `has unknown field \`${unknown}\``}`;
}
