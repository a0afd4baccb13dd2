const HEALTH_ROUTES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics'])

/** Asked by machines about this process, every few seconds: neither counted nor logged nor traced. */
export const isHealthRoute = (url: string | undefined): boolean => HEALTH_ROUTES.has(url)
