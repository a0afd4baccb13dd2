/** Joins sentences. Chinese and Japanese full stops include their space. */
export const sentences = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text): text is string => Boolean(text))
    .reduce((all, next) => `${all}${all === '' || /[。！？]$/.test(all) ? '' : ' '}${next}`, '')
