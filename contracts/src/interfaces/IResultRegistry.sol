// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

/// @title ResultRegistry: the hashes of the weekly results and of the app's releases that were published
/// @notice Each week's result (dividends with growth, nodes) is a file that everyone may read and recompute
/// from the chain's events. Its hash is here, so that no one, its author included, can put another file
/// in its place later. The same of each release of the app: the SHA-256 of its `SHA256SUMS`, so that a site which
/// serves something else than the newest, or an own release to one visitor, is told by anyone who compares.
/// @dev The contract holds nothing and pays nothing. Assumption: what is posted is only as right as the file
/// behind it; that a hash is here says when it was published and that it never changed, not that it is
/// true. Recomputing says that. An attester can post false hashes for weeks that are over and not
/// posted yet, and for no other week. They are never replaced either: `attesterOf` tells them from what the
/// key that replaced it has posted. It can post false releases at any time; they stand too, each in its place, and
/// have not the signatures of two release keys, which this contract does not know.
interface IResultRegistry {
    /// @notice The file of `kind` and `week` has the Keccak-256 hash `hash`, says `attester`.
    event ResultPosted(bytes32 indexed kind, uint256 indexed week, address indexed attester, bytes32 hash);
    /// @notice The app's release `number` has the SHA-256 sums `sums`, says `attester`.
    event ReleasePosted(uint256 indexed number, address indexed attester, bytes32 sums);
    /// @notice Another key posts from now on.
    event AttesterSet(address indexed from, address indexed to);

    /// @notice Only the attester posts.
    error NotAttester();
    /// @notice Only the time-lock sets another attester.
    error NotAdmin();
    /// @notice The zero hash, or a zero address of a role.
    error ZeroValue();
    /// @notice The attester cannot be the admin, its proposer or its guardian.
    error RolesNotDistinct();
    /// @notice Another hash was posted for this week.
    error ResultStands(bytes32 kind, uint256 week, bytes32 hash);
    /// @notice The week is not over yet, so it has no result.
    error WeekNotOver(uint256 week);
    /// @notice There are two kinds of results: "dividends" and "nodes".
    error KindUnknown(bytes32 kind);

    /// @notice The time-lock.
    function ADMIN() external view returns (address);

    /// @notice Who posts.
    function attester() external view returns (address);

    /// @notice The number of results so far: `ResultPosted`. A reader that knows as many has missed none.
    function resultCount() external view returns (uint256);

    /// @notice The number of the app's releases so far: `ReleasePosted`. The newest is one less.
    function releaseCount() external view returns (uint256);

    /// @notice The SHA-256 of the `SHA256SUMS` of a release; zero for a number that was not posted.
    /// @param number From 0 on, without gaps.
    function releaseOf(uint256 number) external view returns (bytes32);

    /// @notice The hash of a week's file; zero when none was posted.
    /// @param kind Kind of the result, as ASCII padded with zeros: "dividends", "nodes".
    /// @param week Weeks since Monday 1970-01-05 00:00 UTC.
    function resultOf(bytes32 kind, uint256 week) external view returns (bytes32);

    /// @notice Which attester posted the hash of a week's file; zero when none was posted. Where it is not
    /// `attester`, it is of a key that was replaced since: `AttesterSet` says when.
    function attesterOf(bytes32 kind, uint256 week) external view returns (address);

    /// @notice The week that this block is in. Results are posted for earlier weeks alone.
    function currentWeek() external view returns (uint256);

    /// @notice Attester only. Posts the hash of the file of a week that is over, once: the same again changes
    /// nothing, another one reverts.
    function postResult(bytes32 kind, uint256 week, bytes32 hash) external;

    /// @notice Attester only. Posts the sums of the app's next release; those of the newest again change nothing. An
    /// older release's sums may follow: the app goes back to it openly.
    function postRelease(bytes32 sums) external;

    /// @notice Admin only: for a key that was lost or stolen. What was posted is unchanged.
    function setAttester(address newAttester) external;
}
