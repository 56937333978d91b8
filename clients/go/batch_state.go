package tintype

import "time"

// BatchState is the state of a batch and a page of its items.
type BatchState struct {
	ID string `json:"batchId"`
	// Type is "image" or "pdf".
	Type Endpoint `json:"type"`
	// Status is "queued", "processing", "completed", "completed_with_errors" or "failed".
	Status    string `json:"status"`
	Total     int    `json:"total"`
	Queued    int    `json:"queued"`
	Succeeded int    `json:"succeeded"`
	Failed    int    `json:"failed"`
	Cancelled int    `json:"cancelled"`
	// CancelRequested: what has not begun does not begin any more.
	CancelRequested bool       `json:"cancelRequested"`
	CreatedAt       time.Time  `json:"createdAt"`
	StartedAt       *time.Time `json:"startedAt"`
	FinishedAt      *time.Time `json:"finishedAt"`
	// ItemsPerSecond is the speed of the last minute.
	ItemsPerSecond float64 `json:"itemsPerSecond"`
	// SecondsLeft is an estimate; 0 without one.
	SecondsLeft int `json:"secondsLeft"`
	// Error is set if the batch failed as a whole.
	Error *PartialError `json:"error"`
	// WaitingFor is set while the batch is paused, such as by a storage that
	// does not answer.
	WaitingFor   *PartialError     `json:"waitingFor"`
	Notification BatchNotification `json:"notification"`
	Items        []BatchResult     `json:"items"`
	// NextCursor is empty after the last item.
	NextCursor string `json:"nextCursor"`
}

// Finished reports whether all items have ended.
func (s BatchState) Finished() bool { return s.FinishedAt != nil }

// BatchResult is the state of one item.
type BatchResult struct {
	Number int `json:"number"`
	// Status is "queued", "completed", "failed" or "cancelled".
	Status   string `json:"status"`
	URL      string `json:"url"`
	FileName string `json:"file_name"`
	// Location is the object in the account's storage.
	Location    string `json:"location"`
	Bytes       int64  `json:"bytes"`
	ContentType string `json:"contentType"`
	// TargetStatus is the HTTP status of the page; 0 without an answer.
	TargetStatus int      `json:"targetStatus"`
	Warnings     []string `json:"warnings"`
	// Error is why the item failed, or why a queued one is tried again.
	Error    *PartialError `json:"error"`
	Attempts int           `json:"attempts"`
}

// BatchNotification is how far the notification of a batch is.
type BatchNotification struct {
	// Status is "none", "pending", "delivered" or "undelivered".
	Status        string     `json:"status"`
	DeliveryID    string     `json:"deliveryId"`
	Attempts      int        `json:"attempts"`
	LastAttemptAt *time.Time `json:"lastAttemptAt"`
	LastError     string     `json:"lastError"`
	NextAttemptAt *time.Time `json:"nextAttemptAt"`
}

// BatchPage chooses items. Zero values are the service's defaults.
type BatchPage struct {
	// Limit is 1 to 1000 items.
	Limit int
	// Cursor is the NextCursor of an earlier answer.
	Cursor string
}

// ListBatchesOptions choose batches. Zero values are the service's defaults.
type ListBatchesOptions struct {
	// Limit is 1 to 100.
	Limit int
	// Cursor is the NextCursor of an earlier list.
	Cursor string
}

// BatchList is one page of [Client.ListBatches].
type BatchList struct {
	// Batches have no items.
	Batches []BatchState `json:"batches"`
	// NextCursor is empty on the last page.
	NextCursor string `json:"nextCursor"`
}
