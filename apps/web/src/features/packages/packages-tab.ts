export const PACKAGES_TABS = ['offer', 'mine', 'locked', 'deposits'] as const
export type PackagesTab = (typeof PACKAGES_TABS)[number]
