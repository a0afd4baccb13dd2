import { PARAMETERS, type ParameterName } from '@dr/protocol/parameters'
import type { Reader } from '../../platform/database/database.ts'
import { readParameters } from '../parameters/index.ts'

/** All limits with their values, and the bounds that no operator can exceed. */
export const listLimits = async (reader: Reader) => {
  const values = await readParameters(reader)
  return {
    items: (Object.keys(PARAMETERS) as ParameterName[]).map((name) => {
      const { unit, standard, min, max } = PARAMETERS[name]
      return {
        name,
        unit,
        value: values[name].toString(),
        standard: standard.toString(),
        least: min.toString(),
        most: max.toString(),
      }
    }),
  }
}
