/**
 * Builds the exit page: one file that contains its script and style, so that it works from disk and loads
 * nothing. `npm run build:exit [-- folder]` writes `exit.html` into the folder (default: apps/web/dist) and
 * prints its SHA-256. The same sources give the same bytes, in any folder.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { abi } from '../build/abi.ts'
import { viteTargets } from '../build/baseline.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Files that Vite makes of an entry, minified. */
const bundle = async (entry: string): Promise<Rolldown.RolldownOutput['output']> => {
  const { output } = (await build({
    configFile: false,
    root: at('.'),
    logLevel: 'warn',
    plugins: [abi([at('.')])],
    build: {
      write: false,
      target: viteTargets(),
      modulePreload: false,
      rolldownOptions: { input: at(entry) },
    },
  })) as Rolldown.RolldownOutput
  return output
}

const readStyle = async (): Promise<string> => {
  const file = (await bundle('page.css')).find(({ fileName }) => fileName.endsWith('.css'))
  if (file?.type !== 'asset') throw new Error('page.css gives no style')
  return String(file.source).trim()
}

const readScript = async (): Promise<string> => {
  const [{ code }, ...others] = await bundle('main.ts')
  if (others.length > 0) throw new Error(`main.ts gives ${others.length} files too many`)
  if (code.includes('</script')) throw new Error('the script would end early')
  return code.trim()
}

/** The page's text. */
const buildExitPage = async (): Promise<string> => {
  const [page, icon, style, script] = await Promise.all([
    readFile(at('page.html'), 'utf8'),
    readFile(at('../public/icon.svg'), 'utf8'),
    readStyle(),
    readScript(),
  ])
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    // The user names the endpoint later, on this machine too.
    'connect-src https: http:',
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  const parts = [
    ['href="icon"', `href="data:image/svg+xml,${encodeURIComponent(icon.trim())}"`],
    ['content="policy"', `content="${policy}"`],
    ['<style></style>', `<style>${style}</style>`],
    ['<script type="module"></script>', `<script type="module">${script}</script>`],
  ] as const
  return parts.reduce((text, [mark, part]) => {
    if (text.split(mark).length !== 2) throw new Error(`page.html has no single ${mark}`)
    return text.replace(mark, () => part)
  }, page)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? at('../dist'))
  const page = await buildExitPage()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'exit.html'), page)
  process.stdout.write(`${sha256(page)}  ${join(folder, 'exit.html')}\n`)
}
