import { AppError } from '../app-error.ts'

/** Throws NO_PRICE: the chain cannot be asked now. */
export const chainUnavailable = (cause: unknown): never => {
  throw new AppError('NO_PRICE', { details: { reason: 'chain-unavailable' }, cause })
}
