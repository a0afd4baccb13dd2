import { createStore } from '../../lib/store.ts'

/** Question of the burner wallet before it signs; a real wallet would open its own window. */
export type BurnerRequest =
  | { readonly kind: 'connect' }
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'typed-data'; readonly json: string }
  | { readonly kind: 'transaction'; readonly to: string; readonly data: string; readonly valueWei: bigint }

interface BurnerPrompt {
  readonly request: BurnerRequest
  readonly answer: (accepted: boolean) => void
}

const prompts = createStore<readonly BurnerPrompt[]>([])
export const useBurnerPrompts = prompts.useValue

/** EIP-1193's "User Rejected Request". */
class BurnerRejection extends Error {
  readonly code = 4001
}

/** Resolves when the user agrees, throws 4001 otherwise. */
export const askUser = (request: BurnerRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const prompt: BurnerPrompt = {
      request,
      answer: (accepted) => {
        prompts.set(prompts.get().filter((other) => other !== prompt))
        if (accepted) resolve()
        else reject(new BurnerRejection('rejected in the burner wallet'))
      },
    }
    prompts.set([...prompts.get(), prompt])
  })
