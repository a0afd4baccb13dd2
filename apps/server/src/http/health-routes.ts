const HEALTH_ROUTES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Whether it is a health route, which machines request every few seconds: neither counted nor logged nor
 * traced.
 */
export const isHealthRoute = (url: string | undefined): boolean => HEALTH_ROUTES.has(url)
