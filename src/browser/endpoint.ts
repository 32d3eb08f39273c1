export async function connectBrowser(): Promise<never> { throw new Error('todo') }
