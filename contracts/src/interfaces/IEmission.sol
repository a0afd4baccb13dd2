// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Emission of DR for mining
/// @notice 20,000 DR a day from `startTime`, halved every 1,825 days: 36.5 M in the first era, 73 M in all,
/// to one receiver fixed at deployment. No one can speed it up, slow it down or stop it.
/// @dev Assumes this contract was given 73 M DR at DR's deployment. Rounds down: within an era
/// `floor(dailyRate * seconds / 1 day)`, `dailyRate = 20_000e18 >> era`. Vectors:
/// packages/protocol/vectors/emission.json.
interface IEmission {
    /// @notice `amount` base units of DR went to the receiver: the emission up to `until`, less what went
    /// before.
    /// @param releaseId Counts from 1.
    /// @param amount Base units of DR.
    /// @param until Unix seconds: the time of this release, or the end of the emission.
    event Released(uint256 indexed releaseId, uint256 amount, uint256 until);

    /// @notice Nothing was emitted since the last release.
    error NothingToRelease();

    /// @notice The token.
    function DR_TOKEN() external view returns (IERC20);

    /// @notice Where all of it goes: the withdrawal vault of the miner account.
    function RECEIVER() external view returns (address);

    /// @notice Power in T by which the emission is divided until the network has more: each T earns
    /// `emission / max(network power, POWER_FLOOR)`. The rest of it is owed to no account.
    /// @dev Read by server, app and audits; nothing on chain is computed with it.
    function POWER_FLOOR() external view returns (uint256);

    /// @notice When the emission starts (Unix seconds).
    function startTime() external view returns (uint256);

    /// @notice When the daily rate reaches zero (Unix seconds).
    function endTime() external view returns (uint256);

    /// @notice Base units emitted from the start until `timestamp` (Unix seconds); 0 before the start.
    function emittedAt(uint256 timestamp) external view returns (uint256);

    /// @notice Base units emitted a day at `timestamp`.
    function dailyRateAt(uint256 timestamp) external view returns (uint256);

    /// @notice Base units released so far.
    function released() external view returns (uint256);

    /// @notice Everything up to here was released (Unix seconds); the start before the first release.
    function releasedUntil() external view returns (uint256);

    /// @notice Number of releases so far.
    function releaseCount() external view returns (uint256);

    /// @notice Sends what was emitted since the last release to the receiver. Anyone may call.
    /// @return amount Base units of DR.
    function release() external returns (uint256 amount);
}
