import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, keyActions, pressActions, VIEWPORT } from './engine.ts'
import { findProgram, startProgram } from './processes.ts'

/**
 * Profile without prompts, updates and requests to other servers, and without processes for pages,
 * extensions and videos that no test opens, which take a quarter of a start.
 */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.auto': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.serviceWorkers.enabled': true,
  'extensions.enabledScopes': 0,
  'extensions.installDistroAddons': false,
  'extensions.update.enabled': false,
  'extensions.webextensions.remote': false,
  'intl.accept_languages': 'zh-CN',
  'media.rdd-process.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'ui.systemUsesDarkTheme': 0,
  'ui.useOverlayScrollbars': 1,
}

export const findFirefox = (): string | undefined => findProgram('firefox-esr', 'firefox')

interface Answer {
  readonly id?: number
  readonly type: 'success' | 'error' | 'event'
  readonly error?: string
  readonly message?: string
  readonly result?: unknown
}

type Ask = (method: string, params: object) => Promise<unknown>

/** A connection of WebDriver BiDi. */
const connect = async (url: string): Promise<{ ask: Ask; close: () => void }> => {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)))
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const { id, type, error, message, result } = JSON.parse(String(data)) as Answer
    const answer = waiting.get(id ?? -1)
    if (id === undefined || answer === undefined) return
    waiting.delete(id)
    if (type === 'error') answer.reject(new Error(`${error}: ${message}`))
    else answer.resolve(result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has closed its connection'))
    waiting.clear()
  })
  let last = 0
  const ask: Ask = (method, params) => {
    last += 1
    const answer = Promise.withResolvers<unknown>()
    waiting.set(last, answer)
    socket.send(JSON.stringify({ id: last, method, params }))
    return answer.promise
  }
  return { ask, close: () => socket.close() }
}

const profile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'dr-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  return folder
}

/** Starts Debian's Firefox without a window, in a separate profile. */
export const startFirefox = async (file: string): Promise<Engine> => {
  const folder = profile()
  const browser = startProgram(
    file,
    ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', 'about:blank'],
    { HOME: folder, TZ: 'UTC', MOZ_DISABLE_AUTO_SAFE_MODE: '1', MOZ_CRASHREPORTER_DISABLE: '1' },
  )
  const end = async (): Promise<void> => {
    await browser.end()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const address = await browser.said(/WebDriver BiDi listening on (ws:\S+)/)
    const { ask, close } = await connect(`${address}/session`)
    await ask('session.new', { capabilities: {} })
    const tree = (await ask('browsingContext.getTree', {})) as { contexts: readonly { context: string }[] }
    const context = tree.contexts[0]?.context
    if (context === undefined) throw new Error('Firefox opened no page')
    await ask('browsingContext.setViewport', { context, viewport: VIEWPORT, devicePixelRatio: 2 })
    const act = (actions: object[]): Promise<unknown> => ask('input.performActions', { context, actions })
    return {
      name: 'firefox',
      goto: async (url) =>
        void (await ask('browsingContext.navigate', { context, url, wait: 'interactive' })),
      reload: async () => void (await ask('browsingContext.reload', { context, wait: 'interactive' })),
      run: async (body) => {
        const expression = `(async () => { ${body} })().catch((error) => '!' + (error?.stack ? error.message + '\\n' + error.stack : error))`
        const answer = (await ask('script.evaluate', {
          expression,
          target: { context },
          awaitPromise: true,
        })) as { type: string; result?: { value: string } }
        if (answer.type !== 'success') throw new Error(JSON.stringify(answer))
        return String(answer.result?.value)
      },
      isReplaced: () => false,
      click: async (at, times) => void (await act(pressActions(at, times))),
      type: async (keys) => void (await act(keyActions(keys))),
      screenshot: async () => {
        const { data } = (await ask('browsingContext.captureScreenshot', { context })) as { data: string }
        return Buffer.from(data, 'base64')
      },
      close: async () => {
        close()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}
