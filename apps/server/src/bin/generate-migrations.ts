import { writeFileSync } from 'node:fs'
import { generatedSchemaFile, generateSchema } from '../platform/database/generate-schema.ts'

/** `npm run -w @dr/server migrations`: writes `migrations/0001_schema.sql` from every `tables.ts`. */
writeFileSync(generatedSchemaFile, await generateSchema())
