import { freePort } from '../../../e2e/fixtures/product.ts'
import { type Engine, keyActions, pressActions, VIEWPORT } from './engine.ts'
import { findProgram, startProgram } from './processes.ts'

const TRIES = 100
const TRY_AGAIN_MS = 100
/** Debian's path of it; it comes with the driver's package. */
const MINI_BROWSER = [
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
  '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.0/MiniBrowser',
]

interface Programs {
  readonly driver: string
  readonly browser: string
  readonly display: string
}

/** Programs that WebKit needs; undefined if one is missing. */
export const findWebKit = (): Programs | undefined => {
  const driver = findProgram('WebKitWebDriver')
  const browser = findProgram(...MINI_BROWSER)
  const display = findProgram('Xvfb')
  return driver && browser && display ? { driver, browser, display } : undefined
}

/** Limit of a script in a page. */
const SCRIPT_TIMEOUT_MS = 10_000
/** Limit of loading a document of the app, even on a busy machine. */
const PAGE_TIMEOUT_MS = 20_000

type Method = 'GET' | 'POST' | 'DELETE'

/** One command of WebDriver. */
const command = async (url: string, method: Method, body?: object): Promise<unknown> => {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const { value } = (await (await fetch(url, init)).json()) as { value: unknown }
  const refused = value as { error?: string; message?: string } | null
  if (refused?.error !== undefined) throw new Error(`${method} ${url}: ${refused.error} ${refused.message}`)
  return value
}

const isTimeout = (error: unknown): boolean => String(error).includes(': timeout')

const opened = async (port: number): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await command(`http://127.0.0.1:${port}/status`, 'GET')
      return
    } catch (error) {
      if (tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    }
  }
}

/** Starts WebKitGTK's own small browser on a virtual screen, with a new profile. */
export const startWebKit = async ({ driver, browser, display }: Programs): Promise<Engine> => {
  const port = await freePort()
  const size = `${VIEWPORT.width * 2}x${VIEWPORT.height + 200}x24`
  const screen = startProgram(display, ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'])
  const number = await screen.said(/^(\d+)\n/m)
  const server = startProgram(driver, [`--port=${port}`], {
    DISPLAY: `:${number}`,
    GDK_BACKEND: 'x11',
    GSETTINGS_BACKEND: 'memory',
    LIBGL_ALWAYS_SOFTWARE: '1',
    // Without a graphics card; the software GPU sometimes crashes.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    NO_AT_BRIDGE: '1',
    TZ: 'UTC',
    // Tests run as root in containers, where its sandbox cannot start.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  })
  const end = async (): Promise<void> => {
    await server.end()
    await screen.end()
  }
  try {
    await opened(port)
    const root = `http://127.0.0.1:${port}/session`
    const { sessionId } = (await command(root, 'POST', {
      capabilities: {
        alwaysMatch: {
          pageLoadStrategy: 'eager',
          timeouts: { script: SCRIPT_TIMEOUT_MS, pageLoad: PAGE_TIMEOUT_MS },
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] },
        },
      },
    })) as { sessionId: string }
    const ask = (method: Method, path: string, body?: object): Promise<unknown> =>
      command(`${root}/${sessionId}${path}`, method, body)
    const script = (body: string, ...args: readonly string[]): Promise<unknown> =>
      ask('POST', '/execute/sync', { script: body, args })
    await ask('POST', '/window/rect', { x: 0, y: 0, ...VIEWPORT })
    // One browser in thirty drops its first page load, which is repeated once.
    const load = async (url: string): Promise<void> => {
      try {
        await ask('POST', '/url', { url })
      } catch (error) {
        if (!isTimeout(error)) throw error
        await ask('POST', '/url', { url })
      }
    }
    return {
      name: 'webkit',
      goto: async (url) => {
        // The driver waits for a new document, which a changed hash alone does not bring.
        const [document] = url.split('#')
        const now = String(await ask('GET', '/url')).split('#')[0]
        if (document !== now) await load(url)
        else await script('location.href = arguments[0]', url)
      },
      reload: async () => {
        // Through an empty page: after its own refresh it sometimes stops answering.
        const url = String(await ask('GET', '/url'))
        await load('about:blank')
        await load(url)
      },
      run: async (body) => {
        const script = `const done = arguments[0]; (async () => { ${body} })().then(done, (error) => done('!' + (error?.stack ? error.message + '\\n' + error.stack : error)))`
        const execute = async (): Promise<string> =>
          String(await ask('POST', '/execute/async', { script, args: [] }))
        // A replaced document never answers; the new one does.
        return execute().catch((error: unknown) => {
          if (!isTimeout(error)) throw error
          return execute()
        })
      },
      isReplaced: () => false,
      click: async (at, times) => void (await ask('POST', '/actions', { actions: pressActions(at, times) })),
      type: async (keys) => void (await ask('POST', '/actions', { actions: keyActions(keys) })),
      screenshot: async () => Buffer.from(String(await ask('GET', '/screenshot')), 'base64'),
      close: async () => {
        try {
          await ask('DELETE', '')
        } finally {
          await end()
        }
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
