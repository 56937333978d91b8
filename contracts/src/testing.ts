export { agentCalls } from './session/agent.js';
export { tokenPurposes } from './session/token.js';
export { actionKeys } from './session-actions/keyboard.js';
