/** Invite link with `address` (requirement §2); it opens the first page. */
export const inviteLink = (address: string): string =>
  `${location.origin}${location.pathname}?address=${encodeURIComponent(address)}#/`
