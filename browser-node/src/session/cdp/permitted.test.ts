import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import protocolOfPages from 'devtools-protocol/json/browser_protocol.json' with { type: 'json' };
import protocolOfScripts from 'devtools-protocol/json/js_protocol.json' with { type: 'json' };
import { judge } from './judge.js';
import { rules } from './rules/rules.js';

/**
 * A second list of allowed commands. To allow one more, add it here too and have it reviewed. These pass with any
 * parameters.
 */
const whatever: Record<string, string> = {
  Accessibility: `
    disable enable getAXNodeAndAncestors getChildAXNodes getFullAXTree getPartialAXTree getRootAXNode queryAXTree`,
  Animation: `
    disable enable getCurrentTime getPlaybackRate releaseAnimations resolveAnimation seekAnimations setPaused
    setPlaybackRate setTiming`,
  Audits: 'disable enable',
  Autofill: 'disable enable setAddresses trigger',
  Browser: `
    cancelDownload getVersion getWindowBounds getWindowForTarget grantPermissions resetPermissions
    setPermission`,
  CSS: `
    addRule collectClassNames createStyleSheet disable enable forcePseudoState getBackgroundColors
    getComputedStyleForNode getInlineStylesForNode getLayersForNode getMatchedStylesForNode getMediaQueries
    getPlatformFontsForNode getStyleSheetText setEffectivePropertyValueForNode setMediaText setRuleSelector
    setStyleSheetText setStyleTexts startRuleUsageTracking stopRuleUsageTracking takeCoverageDelta`,
  CacheStorage: 'deleteCache deleteEntry requestCacheNames requestCachedResponse requestEntries',
  Console: 'clearMessages disable enable',
  DOM: `
    collectClassNamesFromSubtree copyTo describeNode disable discardSearchResults enable focus getAttributes
    getBoxModel getContainerForNode getContentQuads getDetachedDomNodes getDocument getElementByRelation
    getFlattenedDocument getFrameOwner getNodeForLocation getNodeStackTraces getNodesForSubtreeByStyle getOuterHTML
    getQueryingDescendantsForContainer getRelayoutBoundary getSearchResults getTopLayerElements hideHighlight
    highlightNode highlightRect markUndoableState moveTo performSearch pushNodeByPathToFrontend
    pushNodesByBackendIdsToFrontend querySelector querySelectorAll redo removeAttribute removeNode requestChildNodes
    requestNode resolveNode scrollIntoViewIfNeeded setAttributeValue setAttributesAsText setInspectedNode
    setNodeName setNodeStackTracesEnabled setNodeValue setOuterHTML undo`,
  DOMDebugger: `
    getEventListeners removeDOMBreakpoint removeEventListenerBreakpoint removeXHRBreakpoint setDOMBreakpoint
    setEventListenerBreakpoint setXHRBreakpoint`,
  DOMSnapshot: 'captureSnapshot disable enable getSnapshot',
  DOMStorage: 'clear disable enable getDOMStorageItems removeDOMStorageItem setDOMStorageItem',
  Debugger: `
    continueToLocation disable disassembleWasmModule enable evaluateOnCallFrame getPossibleBreakpoints
    getScriptSource getStackTrace getWasmBytecode nextWasmDisassemblyChunk pause removeBreakpoint restartFrame
    resume searchInContent setAsyncCallStackDepth setBlackboxExecutionContexts setBlackboxPatterns
    setBlackboxedRanges setBreakpoint setBreakpointByUrl setBreakpointOnFunctionCall setBreakpointsActive
    setInstrumentationBreakpoint setPauseOnExceptions setReturnValue setScriptSource setSkipAllPauses
    setVariableValue stepInto stepOut stepOver`,
  DeviceOrientation: 'clearDeviceOrientationOverride setDeviceOrientationOverride',
  Emulation: `
    canEmulate clearDeviceMetricsOverride clearDevicePostureOverride clearGeolocationOverride clearIdleOverride
    getOverriddenSensorInformation resetPageScaleFactor setAutoDarkModeOverride setAutomationOverride
    setDataSaverOverride setDefaultBackgroundColorOverride
    setDevicePostureOverride setDisabledImageTypes setDocumentCookieDisabled setEmitTouchEventsForMouse
    setEmulatedMedia setEmulatedOSTextScale setEmulatedVisionDeficiency setFocusEmulationEnabled
    setGeolocationOverride setHardwareConcurrencyOverride setIdleOverride setLocaleOverride setNavigatorOverrides
    setPageScaleFactor setSafeAreaInsetsOverride setScriptExecutionDisabled setScrollbarsHidden
    setSensorOverrideEnabled setSensorOverrideReadings setTimezoneOverride setTouchEmulationEnabled
    setUserAgentOverride`,
  Fetch: `
    continueResponse continueWithAuth disable enable failRequest fulfillRequest getResponseBody
    takeResponseBodyAsStream`,
  HeapProfiler: `
    addInspectedHeapObject collectGarbage disable enable getHeapObjectId getObjectByHeapObjectId getSamplingProfile
    startSampling startTrackingHeapObjects stopSampling stopTrackingHeapObjects takeHeapSnapshot`,
  IndexedDB: `
    clearObjectStore deleteDatabase deleteObjectStoreEntries disable enable getMetadata requestData requestDatabase
    requestDatabaseNames`,
  Input: `
    cancelDragging dispatchMouseEvent dispatchTouchEvent emulateTouchFromMouseEvent imeSetComposition insertText
    setIgnoreInputEvents setInterceptDrags synthesizePinchGesture synthesizeScrollGesture synthesizeTapGesture`,
  Inspector: 'disable enable',
  Log: 'clear disable enable startViolationsReport stopViolationsReport',
  Memory: 'getDOMCounters',
  Network: `
    canClearBrowserCache canClearBrowserCookies canEmulateNetworkConditions clearBrowserCache clearBrowserCookies
    deleteCookies disable emulateNetworkConditions emulateNetworkConditionsByRule enable getAllCookies
    getCertificate getCookies getRequestPostData getResponseBody getSecurityIsolationStatus overrideNetworkState
    replayXHR searchInResponseBody setAttachDebugStack setBlockedURLs setBypassServiceWorker setCacheDisabled
    setCookie setCookies setExtraHTTPHeaders setUserAgentOverride streamResourceContent`,
  Overlay: `
    disable enable hideHighlight highlightFrame highlightNode highlightQuad highlightRect setPausedInDebuggerMessage
    setShowViewportSizeOnResize`,
  Page: `
    addScriptToEvaluateOnLoad addScriptToEvaluateOnNewDocument bringToFront captureSnapshot
    clearDeviceMetricsOverride clearDeviceOrientationOverride clearGeolocationOverride close createIsolatedWorld
    disable enable getAppManifest getFrameTree getInstallabilityErrors getLayoutMetrics getNavigationHistory
    getOriginTrials getPermissionsPolicyState getResourceContent getResourceTree handleJavaScriptDialog
    navigateToHistoryEntry printToPDF reload removeScriptToEvaluateOnLoad removeScriptToEvaluateOnNewDocument
    resetNavigationHistory screencastFrameAck searchInResource setBypassCSP
    setDeviceOrientationOverride setDocumentContent setFontFamilies setFontSizes setGeolocationOverride
    setInterceptFileChooserDialog setLifecycleEventsEnabled setTouchEmulationEnabled
    startScreencast stopLoading stopScreencast`,
  Performance: 'disable enable getMetrics setTimeDomain',
  PerformanceTimeline: 'enable',
  Profiler: `
    disable enable getBestEffortCoverage setSamplingInterval start startPreciseCoverage stop stopPreciseCoverage
    takePreciseCoverage`,
  Runtime: `
    addBinding awaitPromise callFunctionOn compileScript disable discardConsoleEntries enable evaluate
    getExceptionDetails getHeapUsage getIsolateId getProperties globalLexicalScopeNames queryObjects releaseObject
    releaseObjectGroup removeBinding runIfWaitingForDebugger runScript setAsyncCallStackDepth
    setCustomObjectFormatterEnabled setMaxCallStackSizeToCapture terminateExecution`,
  Schema: 'getDomains',
  Security: 'disable enable',
  Storage: `
    clearCookies clearDataForOrigin clearDataForStorageKey getCookies getStorageKey getStorageKeyForFrame
    getUsageAndQuota overrideQuotaForOrigin setCookies trackCacheStorageForOrigin trackCacheStorageForStorageKey
    trackIndexedDBForOrigin trackIndexedDBForStorageKey untrackCacheStorageForOrigin
    untrackCacheStorageForStorageKey untrackIndexedDBForOrigin untrackIndexedDBForStorageKey`,
  Target: `
    activateTarget attachToBrowserTarget closeTarget detachFromTarget disposeBrowserContext getBrowserContexts
    getTargetInfo getTargets setDiscoverTargets`,
  WebAuthn: `
    addCredential addVirtualAuthenticator clearCredentials disable enable getCredential getCredentials
    removeCredential removeVirtualAuthenticator setAutomaticPresenceSimulation setCredentialProperties
    setResponseOverrideBits setUserVerified`,
  WebMCP: 'cancelInvocation disable enable invokeTool',
};

/** These pass with harmless parameters, pass changed, or are answered here. */
const sometimes = `
  Browser.close Browser.setContentsSize Browser.setDownloadBehavior Browser.setWindowBounds Emulation.setCPUThrottlingRate
  Emulation.setDeviceMetricsOverride Emulation.setVisibleSize Fetch.continueRequest IO.close
  IO.read Input.dispatchDragEvent Input.dispatchKeyEvent Page.captureScreenshot Page.navigate Page.setDeviceMetricsOverride Page.setWebLifecycleState
  Security.setIgnoreCertificateErrors Security.setOverrideCertificateErrors Target.attachToTarget Target.createBrowserContext Target.createTarget
  Target.setAutoAttach`;

/** Parameters that any rule refuses. */
const harm = {
  url: 'file:///etc/passwd',
  files: ['/etc/passwd'],
  flatten: false,
  autoAttach: true,
  ignore: true,
  override: true,
  handle: 'blob:1',
  bounds: { windowState: 'minimized' },
  windowState: 'minimized',
  width: 1e7,
  clip: { x: 0, y: 0, width: 1e7, height: 1e7, scale: 1 },
  data: { files: ['/etc/passwd'] },
  nativeVirtualKeyCode: 1,
  proxyServer: 'direct://',
  rate: 1e9,
  state: 'frozen',
};

const words = (text: string) => text.split(/\s+/).filter(Boolean);
const openOnes = Object.entries(whatever).flatMap(([domain, names]) => words(names).map((name) => `${domain}.${name}`));

interface Protocol {
  domains: { domain: string; commands?: { name: string }[] }[];
}
const protocols: Protocol[] = [protocolOfPages, protocolOfScripts];
const methods = new Set([
  ...Object.keys(rules),
  ...protocols.flatMap(({ domains }) =>
    domains.flatMap(({ domain, commands = [] }) => commands.map(({ name }) => `${domain}.${name}`)),
  ),
]);

const verdictOf = (method: string, params: object) => judge({ method, params: { ...params } });
const passesUnchanged = (method: string) => {
  const verdict = verdictOf(method, harm);
  return 'pass' in verdict && JSON.stringify(verdict.pass) === JSON.stringify(harm);
};

describe('what DevTools clients may send', () => {
  it('is this, with any parameters', () => {
    assert.deepEqual([...methods].filter(passesUnchanged).sort(), openOnes.sort());
  });

  it('is this, with some parameters', () => {
    const others = [...methods].filter((method) => !passesUnchanged(method) && !words(sometimes).includes(method));
    const passing = others.filter(
      (method) => !('refuse' in verdictOf(method, {})) || !('refuse' in verdictOf(method, harm)),
    );
    assert.deepEqual(passing, []);
    for (const method of words(sometimes)) assert.ok(Object.hasOwn(rules, method) && !passesUnchanged(method), method);
  });
});
