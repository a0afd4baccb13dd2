/** The check of proofs in Chromium, by the modules that app and exit page are built from. */
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { findChromium, LAUNCH_ARGUMENTS } from '@dr/e2e/fixtures/chromium'
import type { ResponseOf } from '@dr/protocol/call'
import type { rootsProof } from '@dr/protocol/calls/roots'
import type { FinishedBook } from '@dr/protocol/roots/book-trees'
import type { RootsHead } from '@dr/protocol/roots/roots-file'
import { chromium } from 'playwright-core'
import { type BenchContext, root } from '../bench.ts'
import { middleBy } from '../rounds.ts'

const LOADS = 9
const ORIGIN = 'http://bench.invalid'
const PAGE = `<!doctype html><script type="importmap">${JSON.stringify({
  imports: { '@noble/hashes/': `${ORIGIN}/node_modules/@noble/hashes/` },
})}</script>
<script type="module">
  import { provesEarned } from '${ORIGIN}/packages/protocol/src/roots/proof.ts'
  window.check = (text) => {
    const proofs = JSON.parse(text)
    const started = performance.now()
    const good = proofs.filter(({ chainId, account, book, root }) =>
      provesEarned(
        { chainId, account, vault: book.vault, token: book.token },
        { earned: BigInt(book.earned), index: BigInt(book.index), path: book.path.map(({ hash, sum }) => ({ hash, sum: BigInt(sum) })) },
        { hash: root.hash, total: BigInt(root.total) },
      ))
    return { ms: performance.now() - started, good: good.length }
  }
</script>`

/** A file of the repository as the browser takes it. */
const moduleAt = async (path: string): Promise<string> => {
  const text = await readFile(join(root, path), 'utf8')
  return path.endsWith('.ts') ? stripTypeScriptTypes(text) : text
}

interface Checked {
  readonly ms: number
  readonly good: number
}

/** Milliseconds for an account's five proofs: on a page that has just been opened, and once more on it. */
export const verifyInBrowser = async (
  { defer, log }: BenchContext,
  {
    head,
    books,
    answers,
  }: {
    readonly head: RootsHead
    readonly books: readonly FinishedBook[]
    readonly answers: readonly ResponseOf<typeof rootsProof>[]
  },
): Promise<{ value: number; reference: number }> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGUMENTS })
  defer(() => browser.close())
  const context = await browser.newContext()
  await context.route(`${ORIGIN}/**`, async (route) => {
    const path = new URL(route.request().url()).pathname
    if (path === '/') return route.fulfill({ contentType: 'text/html', body: PAGE })
    await route.fulfill({ contentType: 'text/javascript', body: await moduleAt(path) })
  })
  const times: { first: number; again: number }[] = []
  for (const { account, newest } of answers.slice(0, LOADS)) {
    const proofs = newest?.books.map((book, at) => {
      const { hash, total } = books[at] as FinishedBook
      return { chainId: head.chainId, account, book, root: { hash, total: String(total) } }
    })
    const page = await context.newPage()
    await page.goto(`${ORIGIN}/`)
    await page.waitForFunction('window.check !== undefined')
    const check = () => page.evaluate<Checked>(`check(${JSON.stringify(JSON.stringify(proofs))})`)
    const [first, again] = [await check(), await check()]
    if (proofs?.length !== books.length || first.good !== books.length)
      throw new Error(`${first.good} of ${proofs?.length} proofs lead to their roots`)
    times.push({ first: first.ms, again: again.ms })
    await page.close()
  }
  const { first, again } = middleBy(times, (each) => each.first)
  log(`roots.verify: ${books.length} proofs each, first ${first.toFixed(1)} ms, again ${again.toFixed(1)} ms`)
  return { value: first, reference: again }
}
