export { tokenPurposes } from './session/token.js';
export { actionKeys } from './session-actions/keyboard.js';
