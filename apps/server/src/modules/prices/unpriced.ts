import { AppError } from '../../platform/app-error.ts'

const REASONS: readonly unknown[] = ['PoolTooShallow', 'WindowNotFull', 'zero']

/** The oracle was asked, and has no price now. A chain that can't be asked is another matter. */
export const isUnpriced = (error: unknown): error is AppError =>
  error instanceof AppError && error.error === 'NO_PRICE' && REASONS.includes(error.details?.reason)
