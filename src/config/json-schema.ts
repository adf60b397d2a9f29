import { z } from 'zod';
import { configSchema } from './config.ts';

/** The configuration as a file may hold it, for editors: JSON Schema 2020-12. Made from the schema that checks it. */
export function configJsonSchema(): object {
  const { properties, ...schema } = z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodCustom) jsonSchema.type = 'string'; // in a file, models are names
    },
  });
  const { redact: _function, ...written } = properties as Record<string, object>;
  return {
    ...schema,
    title: 'Configuration of Pincite',
    properties: { $schema: { type: 'string' }, ...written },
  };
}
