//! Every route of the API as every kind of caller, against one table.

use std::fmt::Write as _;

use inkfold::services::search;
use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::support::calls::{self, Call, CallFixture};
use crate::support::{Member, Reply, TestServer, Topic, fill, noise};

/// The status that each caller gets.
///
/// `nobody`, `other` (a verified member), `moderator`, `keeper` (of the book that is asked for), `stranger` (a keeper of another
/// book) and `admin` ask in the name of `owner`, who is a verified member; `guest` (of the book that is asked for), `applicant`,
/// `unverified` and `disabled` ask in their own, the last with a cookie of better days. `token` is a script of the admin's with every
/// scope, `reader` one of the owner's that may only read. 401: sign in first. 403: not you, or not yet.
/// 404: not yours, or not there. 422, 409: you may, but not this. Ends of sessions stand last, because they end the walk.
const TABLE: &str = "
                                                    nobody other guest applicant unverified disabled moderator keeper stranger admin owner token reader
POST /add-retry                                     401    403   403   200       200        401      403       403    403      200   200   403   403
GET /api/account/api-tokens                         401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/api-tokens                        401    201   403   403       403        401      201       201    201      201   201   403   403
DELETE /api/account/api-tokens/{id}                 401    404   404   404       404        401      404       404    404      404   404   403   403
GET /api/account/application                        401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/application/seen                  401    204   204   204       204        401      204       204    204      204   204   403   403
POST /api/account/delete                            401    422   422   401       401        401      422       422    422      422   401   403   403
GET /api/account/drafts                             401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/drafts                            401    200   200   200       200        401      200       200    200      200   200   403   403
GET /api/account/edition-notices                    401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/edition-notices                   401    200   200   200       200        401      200       200    200      200   200   403   403
GET /api/account/export                             401    200   200   200       200        401      200       200    200      200   200   200   200
GET /api/account/mailed-answers                     401    200   200   200       200        401      200       200    200      200   200   200   200
DELETE /api/account/mailed-answers/{answer}         404    404   404   404       404        404      404       404    404      404   404   404   403
POST /api/account/mailed-answers/{answer}/submit    404    404   404   404       404        404      404       404    404      404   404   404   403
GET /api/account/passkeys                           401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/passkeys                          401    201   403   201       201        401      201       201    201      201   201   403   403
POST /api/account/passkeys/confirm                  401    422   403   422       422        401      422       422    422      422   422   403   403
DELETE /api/account/passkeys/{id}                   401    404   403   404       404        401      404       404    404      404   404   403   403
POST /api/account/passkeys/{id}                     401    404   403   404       404        401      404       404    404      404   404   403   403
GET /api/account/reminder                           401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/reminder/seen                     401    204   204   204       204        401      204       204    204      204   204   403   403
GET /api/account/reminders                          401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/reminders                         401    200   200   200       200        401      200       200    200      200   200   403   403
GET /api/account/second-factor                      401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/account/second-factor                     401    201   403   201       201        401      201       201    201      201   201   403   403
POST /api/account/second-factor/confirm             401    422   401   422       422        401      422       422    422      422   422   403   403
POST /api/account/second-factor/passkeys            401    409   403   409       409        401      409       409    409      409   409   403   403
POST /api/account/second-factor/remove              401    404   401   404       404        401      404       404    404      404   404   403   403
POST /api/account/second-factor/renew               401    404   401   404       404        401      404       404    404      404   404   403   403
GET /api/account/sessions                           401    200   200   200       200        401      200       200    200      200   200   403   403
GET /api/account/weekly-questions                   401    200   200   200       200        401      200       200    200      200   200   200   200
POST /api/account/weekly-questions/{bid}/seen       401    404   404   404       404        401      404       404    404      404   404   403   403
PUT /api/activate-post/{id}                         401    404   404   404       404        401      404       404    404      404   200   403   403
GET /api/admin/applications                         401    403   403   403       403        401      403       403    403      200   403   200   403
POST /api/admin/applications/{uid}                  401    403   403   403       403        401      403       403    403      404   403   403   403
GET /api/admin/audit                                401    403   403   403       403        401      403       403    403      200   403   200   403
GET /api/admin/backups                              401    403   403   403       403        401      403       403    403      200   403   200   403
POST /api/admin/backups                             401    403   403   403       403        401      403       403    403      202   403   403   403
GET /api/admin/books                                401    403   403   403       403        401      403       200    200      200   403   200   403
POST /api/admin/books                               401    403   403   403       403        401      403       403    403      201   403   201   403
GET /api/admin/books/{bid}                          401    403   403   403       403        401      403       200    403      200   403   200   403
GET /api/admin/books/{bid}/answers                  401    403   403   403       403        401      403       200    403      200   403   200   403
GET /api/admin/books/{bid}/answers.csv              401    403   403   403       403        401      403       200    403      200   403   200   403
GET /api/admin/books/{bid}/booklet.pdf              401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/books/{bid}/change                  401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/books/{bid}/form-preview            401    403   403   403       403        401      403       200    403      200   403   200   403
DELETE /api/admin/books/{bid}/guest-link            401    403   403   403       403        401      403       204    403      204   403   403   403
POST /api/admin/books/{bid}/guest-link              401    403   403   403       403        401      403       201    403      201   403   403   403
GET /api/admin/books/{bid}/guests                   401    403   403   403       403        401      403       200    403      200   403   403   403
DELETE /api/admin/books/{bid}/guests/{uid}          401    403   403   403       403        401      403       404    403      404   403   403   403
GET /api/admin/books/{bid}/keepers                  401    403   403   403       403        401      403       200    403      200   403   403   403
POST /api/admin/books/{bid}/keepers                 401    403   403   403       403        401      403       403    403      404   403   403   403
DELETE /api/admin/books/{bid}/keepers/{uid}         401    403   404   200       200        401      403       403    403      200   200   403   403
GET /api/admin/books/{bid}/preflight                401    403   403   403       403        401      403       200    403      200   403   200   403
GET /api/admin/books/{bid}/preview.pdf              401    403   403   403       403        401      403       200    403      200   403   200   403
GET /api/admin/books/{bid}/print.zip                401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/books/{bid}/publish                 401    403   403   403       403        401      403       202    403      202   403   202   403
POST /api/admin/books/{bid}/questions               401    403   403   403       403        401      403       409    403      409   403   409   403
POST /api/admin/books/{bid}/questions/import        401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/books/{bid}/remind                  401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/books/{bid}/schedule                401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/books/{bid}/unpublish               401    403   403   403       403        401      403       409    403      409   403   409   403
GET /api/admin/books/{bid}/weekly-question          401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/books/{bid}/weekly-question         401    403   403   403       403        401      403       200    403      200   403   200   403
POST /api/admin/credits                             401    403   403   403       403        401      403       403    403      201   403   403   403
GET /api/admin/invitations                          401    403   403   403       403        401      403       200    200      200   403   403   403
POST /api/admin/invitations                         401    403   403   403       403        401      403       201    403      201   403   403   403
GET /api/admin/invitations/{id}/cards.pdf           401    403   403   403       403        401      403       404    404      404   403   403   403
POST /api/admin/invitations/{id}/revoke             401    403   403   403       403        401      403       404    404      404   403   403   403
GET /api/admin/mail                                 401    403   403   403       403        401      403       403    403      200   403   200   403
POST /api/admin/mail/test                           401    403   403   403       403        401      403       403    403      200   403   403   403
POST /api/admin/mail/{id}/retry                     401    403   403   403       403        401      403       403    403      404   403   403   403
GET /api/admin/members                              401    403   403   403       403        401      403       403    403      200   403   200   403
GET /api/admin/members/{uid}                        401    403   403   403       403        401      403       403    403      200   403   200   403
POST /api/admin/members/{uid}/change                401    403   403   403       403        401      403       403    403      200   403   403   403
POST /api/admin/members/{uid}/delete                401    403   403   403       403        401      403       403    403      401   403   403   403
POST /api/admin/members/{uid}/release               401    403   403   403       403        401      403       403    403      200   403   403   403
POST /api/admin/members/{uid}/reset-link            401    403   403   403       403        401      403       403    403      200   403   403   403
POST /api/admin/members/{uid}/suspend               401    403   403   403       403        401      403       403    403      422   403   403   403
GET /api/admin/memos                                401    403   403   403       403        401      403       200    403      200   403   200   403
GET /api/admin/memos/filters                        401    403   403   403       403        401      403       200    403      200   403   200   403
GET /api/admin/overview                             401    403   403   403       403        401      403       403    403      200   403   200   403
GET /api/admin/payouts                              401    403   403   403       403        401      403       403    403      200   403   200   403
GET /api/admin/payouts.csv                          401    403   403   403       403        401      403       403    403      200   403   200   403
POST /api/admin/payouts/{id}/decide                 401    403   403   403       403        401      403       403    403      404   403   403   403
GET /api/admin/plays                                401    403   403   403       403        401      403       403    403      200   403   200   403
GET /api/admin/reports                              401    403   403   403       403        401      200       403    403      200   403   200   403
POST /api/admin/reports/settle                      401    403   403   403       403        401      200       403    403      200   403   200   403
GET /api/admin/settings                             401    403   403   403       403        401      403       403    403      200   403   200   403
GET /api/admin/statistics                           401    403   403   403       403        401      403       403    403      200   403   200   403
GET /api/admin/suggestions                          401    403   403   403       403        401      403       403    403      200   403   200   403
POST /api/admin/suggestions/{id}/done               401    403   403   403       403        401      403       403    403      404   403   404   403
POST /api/admin/topics                              401    403   403   403       403        401      403       403    403      422   403   422   403
DELETE /api/admin/topics/{id}                       401    403   403   403       403        401      403       403    403      409   403   409   403
PUT /api/admin/topics/{id}                          401    403   403   403       403        401      403       403    403      200   403   200   403
POST /api/admin/waiting-answers/{memo}              404    404   404   404       404        404      404       404    404      404   404   404   403
GET /api/admin/webhooks                             401    403   403   403       403        401      403       403    403      200   403   403   403
POST /api/admin/webhooks                            401    403   403   403       403        401      403       403    403      201   403   403   403
DELETE /api/admin/webhooks/{id}                     401    403   403   403       403        401      403       403    403      404   403   403   403
GET /api/admin/webhooks/{id}                        401    403   403   403       403        401      403       403    403      404   403   403   403
POST /api/admin/webhooks/{id}                       401    403   403   403       403        401      403       403    403      404   403   403   403
POST /api/admin/webhooks/{id}/resend/{delivery}     401    403   403   403       403        401      403       403    403      404   403   403   403
POST /api/admin/webhooks/{id}/secret                401    403   403   403       403        401      403       403    403      404   403   403   403
POST /api/admin/webhooks/{id}/test                  401    403   403   403       403        401      403       403    403      404   403   403   403
POST /api/block/add                                 401    403   422   422       422        401      403       403    403      403   422   403   403
POST /api/block/remove                              401    403   204   204       204        401      403       403    403      403   204   403   403
GET /api/blocks                                     401    200   200   200       200        401      200       200    200      200   200   403   403
POST /api/book                                      200    200   200   200       200        200      200       200    200      200   200   200   200
POST /api/book/list                                 200    200   200   200       200        200      200       200    200      200   200   200   200
POST /api/book/memo/usr/question                    401    403   200   200       200        401      403       403    403      200   200   200   200
GET /api/book/{bid}/download                        404    404   404   404       404        404      404       404    404      404   404   404   404
GET /api/book/{bid}/editions                        200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/book/{bid}/mine.pdf                        401    404   200   404       404        401      404       404    404      404   200   404   200
GET /api/book/{bid}/read                            401    404   403   404       404        401      404       404    404      404   404   404   404
GET /api/comments                                   200    200   200   200       200        200      200       200    200      200   200   200   200
POST /api/comments/add                              401    403   403   403       201        401      403       403    403      403   201   403   403
DELETE /api/comments/remove/{id}                    401    204   404   404       404        401      404       404    404      404   404   404   403
POST /api/comments/restore/{id}                     401    204   404   404       404        401      404       404    404      404   404   404   403
GET /api/doctor/{token}                             404    404   404   404       404        404      404       404    404      404   404   403   403
GET /api/extract/{name}                             401    200   200   200       200        401      200       200    200      200   200   200   403
GET /api/guest-links/{code}                         422    422   422   422       422        422      422       422    422      422   422   403   403
POST /api/guest-links/{code}                        422    422   422   422       422        422      422       422    422      422   422   403   403
POST /api/guests/back                               422    422   422   422       422        422      422       422    422      422   422   403   403
POST /api/guests/private-link                       401    404   201   404       404        401      404       404    404      404   404   403   403
POST /api/hand-over                                 401    201   403   403       201        401      201       201    201      201   201   403   403
GET /api/hand-over/{code}                           401    404   404   404       404        401      404       404    404      404   404   403   403
GET /api/hand-over/{code}/book                      404    404   404   404       404        404      404       404    404      404   404   403   403
POST /api/hand-over/{code}/file                     404    404   404   404       404        404      404       404    404      404   404   403   403
POST /api/handwriting/draft                         401    200   200   403       200        401      200       200    200      200   200   200   403
GET /api/invitations/{code}                         422    422   422   422       422        422      422       422    422      422   422   403   403
POST /api/like/add                                  401    403   403   403       200        401      403       403    403      403   200   403   403
POST /api/like/remove                               401    403   403   403       200        401      403       403    403      403   200   403   403
GET /api/likes                                      200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/mail-address/{uid}                         401    403   200   200       200        401      403       403    403      403   200   403   403
POST /api/mail-address/{uid}                        401    403   403   403       403        401      403       403    403      403   201   403   403
POST /api/mail-address/{uid}/remove                 401    403   204   204       204        401      403       403    403      403   204   403   403
POST /api/memo/describe                             401    404   403   403       404        401      404       404    404      404   200   404   403
POST /api/memo/draft                                401    404   404   404       404        401      404       404    404      404   200   404   403
POST /api/memo/handwriting/publish                  401    403   422   403       403        401      403       403    403      403   422   403   403
POST /api/memo/history                              401    403   200   200       200        401      403       403    403      200   200   200   200
POST /api/memo/list                                 401    403   200   200       200        401      403       403    403      200   200   200   200
POST /api/memo/love/add                             401    404   403   403       404        401      404       404    404      404   404   404   403
POST /api/memo/love/remove                          401    404   403   403       404        401      404       404    404      404   404   404   403
POST /api/memo/page/publish                         401    422   422   403       403        401      422       422    422      422   422   422   403
POST /api/memo/remove                               401    404   404   404       404        401      404       404    404      404   204   404   403
POST /api/memo/removed                              401    403   200   200       200        401      403       403    403      200   200   200   200
POST /api/memo/restore                              401    404   404   404       404        401      404       404    404      404   200   404   403
POST /api/memo/text/publish                         401    403   201   403       403        401      403       403    403      403   201   403   403
POST /api/memo/type/list                            401    403   200   200       200        401      403       403    403      200   200   200   200
POST /api/memo/usr/count                            401    403   200   200       200        401      403       403    403      200   200   200   200
POST /api/memo/usr/question                         401    403   200   200       200        401      403       403    403      200   200   200   200
GET /api/mine.pdf                                   401    404   200   404       404        401      404       404    404      404   200   404   200
POST /api/passkeys                                  201    201   201   201       201        201      201       201    201      201   201   403   403
POST /api/posts/describe                            401    403   403   403       403        401      403       403    403      403   200   403   403
DELETE /api/posts/remove/{id}                       401    403   403   403       403        401      403       403    403      403   204   404   403
POST /api/posts/restore/{id}                        401    404   404   404       404        401      404       404    404      404   204   404   403
GET /api/posts/{id}                                 200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/prize/fairness                             200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/prize/win                                  401    200   200   200       200        401      200       200    200      200   200   403   403
GET /api/profiles/uid={uid}                         401    403   200   200       200        401      403       403    403      200   200   200   200
POST /api/questions                                 200    200   200   200       200        200      200       200    200      200   200   200   200
POST /api/report                                    401    422   403   403       202        401      202       202    202      202   202   202   403
GET /api/search                                     200    200   200   200       200        200      200       200    200      200   200   200   200
POST /api/suggestion/send                           401    403   403   403       201        401      403       403    403      403   201   403   403
POST /api/tablet-sign-in                            201    201   201   201       201        201      201       201    201      201   201   403   403
GET /api/tablet-sign-in/{code}                      401    404   404   404       404        401      404       404    404      404   404   403   403
POST /api/tablet-sign-in/{code}/approve             401    404   404   404       404        401      404       404    404      404   404   403   403
POST /api/tablet-sign-in/{code}/claim               404    404   404   404       404        404      404       404    404      404   404   403   403
POST /api/thread/find/topic                         200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/thread/live                                200    200   200   200       200        200      200       200    200      200   200   403   403
GET /api/thread/post/list                           200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/thread/post/list/page                      200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/thread/post/media                          200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/topic                                      200    200   200   200       200        200      200       200    200      200   200   200   200
GET /api/topics                                     200    200   200   200       200        200      200       200    200      200   200   200   200
POST /api/topics                                    200    200   200   200       200        200      200       200    200      200   200   403   403
GET /api/topics/count                               200    200   200   200       200        200      200       200    200      200   200   200   200
POST /api/upload/{uid}/{topicId}/{topicCode}        401    403   403   403       403        401      403       403    403      403   422   403   403
GET /api/usr/comments                               401    200   200   200       200        401      200       200    200      200   200   200   200
GET /api/usr/posts                                  401    403   200   200       200        401      403       403    403      403   200   403   200
POST /apply-action-code                             401    422   422   422       422        401      422       422    422      422   422   403   403
GET /assets/forms/{file}                            200    200   200   200       200        200      200       200    200      200   200   200   200
POST /check-admin                                   401    403   200   200       200        401      403       403    403      403   200   403   200
POST /check-retries                                 401    403   403   200       200        401      403       403    403      403   200   403   403
POST /check-username                                200    200   200   200       200        200      200       200    200      200   200   403   403
GET /credits/{named}                                401    403   404   200       200        401      403       403    403      200   200   403   403
POST /deduct-credit                                 401    403   403   403       404        401      403       403    403      403   404   403   403
POST /extract                                       401    422   422   403       422        401      422       422    422      422   422   422   403
POST /forgot-password                               202    202   202   202       202        202      202       202    202      202   202   403   403
POST /get-credits                                   401    403   403   200       200        401      403       403    403      200   200   403   403
POST /get-memo                                      401    404   404   404       404        401      404       200    404      200   200   200   200
POST /get-memos                                     401    403   403   200       200        401      403       403    403      200   200   200   200
POST /get-questions                                 200    200   200   200       200        200      200       200    200      200   200   200   200
GET /healthz                                        200    200   200   200       200        200      200       200    200      200   200   200   200
GET /media/memo/{file}                              200    200   200   200       200        200      200       200    200      200   200   200   200
GET /media/{file}                                   404    404   404   404       404        404      404       200    404      200   200   200   200
GET /metrics                                        404    404   404   404       404        404      404       404    404      404   404   403   403
POST /payout-details                                401    403   403   403       403        401      403       403    403      403   403   403   403
POST /pending-sign-up                               422    422   422   422       422        422      422       422    422      422   422   403   403
POST /process-pdf                                   401    422   403   403       422        401      422       422    422      422   422   403   403
POST /query-memos                                   401    403   200   200       200        401      403       403    403      200   200   200   200
POST /query-profile                                 401    403   200   200       200        401      403       403    403      200   200   200   200
GET /readyz                                         200    200   200   200       200        200      200       200    200      200   200   200   200
POST /reauthenticate                                401    403   403   204       204        401      403       403    403      403   204   403   403
POST /reauthenticate/passkey                        401    401   401   401       401        401      401       401    401      401   401   403   403
POST /register                                      201    409   409   409       409        409      409       409    409      409   409   403   403
POST /reject-sign-up                                422    422   422   422       422        422      422       422    422      422   422   403   403
POST /replay                                        401    403   403   200       200        401      403       403    403      200   200   403   403
POST /reset-password                                422    422   422   422       422        422      422       422    422      422   422   403   403
POST /send-verify                                   401    403   403   202       202        401      403       403    403      403   202   403   403
POST /signin                                        401    401   401   401       401        401      401       401    401      401   401   403   403
POST /signin/passkey                                401    401   401   401       401        401      401       401    401      401   401   403   403
GET /thread/{code}/feed.atom                        404    404   404   404       404        404      404       404    404      404   404   404   404
POST /undo-email-change                             422    422   422   422       422        422      422       429    429      429   429   403   403
GET /unsubscribe/{uid}/{secret}                     404    404   404   404       404        404      404       404    404      404   404   403   403
POST /unsubscribe/{uid}/{secret}                    404    404   404   404       404        404      404       404    404      404   404   403   403
GET /unsubscribe/{uid}/{secret}/reminders           404    404   404   404       404        404      404       404    404      404   404   403   403
POST /unsubscribe/{uid}/{secret}/reminders          404    404   404   404       404        404      404       404    404      404   404   403   403
POST /update-email                                  401    403   403   422       422        401      403       403    403      403   422   403   403
POST /update-profile                                401    403   403   200       200        401      403       403    403      403   200   403   403
POST /update-username                               401    403   403   200       200        401      403       403    403      403   200   403   403
POST /verify                                        429    429   429   429       429        429      429       429    429      429   429   403   403
POST /verify-token                                  401    401   401   401       401        401      401       401    401      401   401   403   403
POST /webhooks/checkout                             404    404   404   404       404        404      404       404    404      404   404   403   403
POST /update-password                               401    403   403   204       204        401      403       403    403      403   204   403   401
POST /api/guests/account                            401    404   200   404       404        401      404       404    404      404   404   403   401
POST /api/guests/leave                              401    404   404   404       404        401      404       404    404      404   404   403   401
DELETE /api/account/sessions/{id}                   401    404   204   204       204        401      404       404    404      404   204   403   401
POST /signout                                       204    204   204   204       204        204      204       204    204      204   204   403   401
";

const CALLERS: [&str; 13] = [
    "nobody",
    "other",
    "guest",
    "applicant",
    "unverified",
    "disabled",
    "moderator",
    "keeper",
    "stranger",
    "admin",
    "owner",
    "token",
    "reader",
];
/// Calls that end the session they are made in, or the API tokens of their member.
const LAST: [&str; 5] = [
    "POST /update-password",
    "POST /api/guests/account",
    "POST /api/guests/leave",
    "DELETE /api/account/sessions/{id}",
    "POST /signout",
];

struct Caller {
    member: Member,
    calls: Vec<Call>,
}

async fn call_fixture(
    member: &Member,
    name: &str,
    book: &str,
    memo: &Value,
    thread: &Thread,
) -> CallFixture {
    let sessions = member.get("/api/account/sessions").await.json();
    CallFixture {
        uid: member.uid.clone(),
        email: format!("{name}@example.org"),
        username: name.to_owned(),
        book: book.to_owned(),
        picture: memo["img"].as_str().unwrap().rsplit('/').next().unwrap().to_owned(),
        memo: memo["id"].as_str().unwrap().to_owned(),
        session: sessions[0]["id"].as_str().unwrap().to_owned(),
        topic: thread.topic.id.clone(),
        code: thread.topic.code.clone(),
        post: thread.pending.clone(),
        comment: thread.comment.clone(),
    }
}

/// Topic with a pending post of the owner, a published one, and another member's comment on it.
struct Thread {
    topic: Topic,
    pending: String,
    comment: String,
}

async fn thread(server: &TestServer, owner: &Member, other: &Member) -> Thread {
    let topic = server.topic("letters").await;
    let pending = owner.post_picture(&topic, &noise(1, 40)).await;
    let active = owner.post_and_publish(&topic, &noise(2, 40)).await;
    let comment = json!({ "text": "Lovely.", "uid": other.uid, "pid": active });
    let comment = other.post("/api/comments/add", comment).await.json();
    Thread { topic, pending, comment: comment["id"].as_str().unwrap().to_owned() }
}

/// Creates a caller of each kind, in the order of the table.
async fn callers(server: &TestServer) -> Vec<Caller> {
    let book = server.book("A year in ink", 5).await;
    let owner = server.member("mara").await;
    let blank = owner.get(&format!("/assets/forms/{book}.pdf")).await.bytes;
    owner.submit(&book, fill(&blank, 2, &[0])).await;
    let memos = owner.post("/api/memo/list", json!({ "bid": book, "uid": owner.uid })).await;
    let memo = &memos.json()[0];
    let (other, admin) = (server.member("ana").await, server.admin("ada").await);
    let (unverified, disabled) = (server.unverified("noa").await, server.member("eve").await);
    let applicant = server.applicant("ivo").await;
    let guest = server.guest("Gus", &book).await;
    guest.submit_text(&book, "q1", "It rained.").await;
    let elsewhere = server.book("Another book", 2).await;
    let (moderator, keeper) = (server.moderator("mo").await, server.keeper("kim", &book).await);
    let stranger = server.keeper("sam", &elsewhere).await;
    let thread = thread(server, &owner, &other).await;
    let own = [
        call_fixture(&owner, "mara", &book, memo, &thread).await,
        call_fixture(&guest, "gus", &book, memo, &thread).await,
        call_fixture(&applicant, "ivo", &book, memo, &thread).await,
        call_fixture(&unverified, "noa", &book, memo, &thread).await,
        call_fixture(&disabled, "eve", &book, memo, &thread).await,
    ];
    server.disable(&disabled).await;
    server.run_service(|context| search::catch_up(context).unwrap()).await;
    let [of_owner, of_guest, of_applicant, of_unverified, of_disabled] = &own;
    let caller = |member, fixture| Caller { member, calls: calls::all(fixture) };
    let token = admin.script(&["read", "memos", "threads", "books", "administration"]).await;
    let reader = owner.script(&["read"]).await;
    vec![
        caller(server.visitor(), of_owner),
        caller(other, of_owner),
        caller(guest, of_guest),
        caller(applicant, of_applicant),
        caller(unverified, of_unverified),
        caller(disabled, of_disabled),
        caller(moderator, of_owner),
        caller(keeper, of_owner),
        caller(stranger, of_owner),
        caller(admin, of_owner),
        caller(owner, of_owner),
        caller(token, of_owner),
        caller(reader, of_owner),
    ]
}

async fn make(member: &Member, call: &Call) -> Reply {
    if call.takes_parts {
        return member.upload(&call.path, Form::new().text("x", "x")).await;
    }
    member.get("/healthz").await;
    let request = member.request(call.method.clone(), &call.path);
    Reply::of(match &call.body {
        Some(body) => request.json(body),
        None => request,
    })
    .await
}

#[tokio::test]
async fn routes_authorize_callers_according_to_table() {
    let server = TestServer::start_with(|config| {
        config.prize.enabled = true;
        config.mail.inbound.host = "post.example.org".into();
    })
    .await;
    let callers = callers(&server).await;
    let count = callers[0].calls.len();
    let is_last = |n: &usize| LAST.contains(&callers[0].calls[*n].name.as_str());
    let (last, first): (Vec<usize>, Vec<usize>) = (0..count).partition(is_last);
    let mut found = format!("\n{:<52}{}\n", "", CALLERS.join(" "));
    let mut last = last;
    last.sort_by_key(|n| LAST.iter().position(|name| *name == callers[0].calls[*n].name));
    for n in first.into_iter().chain(last) {
        let mut row = format!("{:<52}", callers[0].calls[n].name);
        for (caller, name) in callers.iter().zip(CALLERS) {
            let reply = make(&caller.member, &caller.calls[n]).await;
            let words = reply.json()["error"].is_string();
            assert!(reply.status < 400 || words, "{name}, {}: {reply}", caller.calls[n].name);
            write!(row, "{:<width$} ", reply.status, width = name.len()).unwrap();
        }
        found = found + row.trim_end() + "\n";
    }
    assert!(found == TABLE, "the table is not what is answered:\n{found}");
}
