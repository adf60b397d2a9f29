/** The Model Context Protocol: what is served to hosts such as Claude, Cursor, VS Code, Codex and ChatGPT. */
export { AdditionsHere, type AdditionReport, type AdditionRequest, type Additions } from './additions.ts';
export { createMcpServer } from './create-server.ts';
export { handleMcp, type HandleMcpOptions } from './create-server.ts';
export type { McpOptions, OpenScoped } from './options.ts';
export { runStdio } from './stdio.ts';
