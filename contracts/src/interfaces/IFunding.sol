// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// @title Funding: what is openly put into the reward pools and budgets, or into a vault that holds too
/// little, and by whom
/// @notice Every reward comes from a pool that was funded before; this is where the operator, or anyone,
/// funds one by hand. The event is the provenance that each reward paid out of it names. The treasury, which
/// sales go to, is refused as a source: no reward is paid out of a purchase. Replacing tokens that a
/// vault has lost (`recapitalise`) is no reward, and may come from the treasury.
/// @dev Tokens are pulled from `msg.sender` and go to the vaults at once; the contract holds nothing and has
/// no owner. It sees the source's address, not where the source had its tokens from: a reader of the chain
/// sees that too.
interface IFunding {
    /// @notice Recipient of a funding.
    enum Kind {
        Pools,
        Budget
    }

    /// @notice `source` put `toDeflation` into the deflation vault and `toNode` into the node vault.
    /// @param kind 0: the dividend pool and the node pool; 1: the budget of package `packageId`, all in the
    /// node vault.
    /// @param packageId The package, as deposits name it; 0 for the pools.
    /// @param memo Where it comes from, in the source's words.
    event Funded(
        Kind kind,
        address indexed source,
        address indexed token,
        uint256 packageId,
        uint256 toDeflation,
        uint256 toNode,
        string memo
    );

    /// @notice `source` put `amount` into a vault that held less than is owed from it, so that it covers this
    /// again. It adds to nothing that is owed.
    /// @param vault 0 miner, 1 deflation, 2 node.
    /// @param memo Why, in the source's words.
    event Recapitalised(
        uint256 indexed vault, address indexed source, address indexed token, uint256 amount, string memo
    );

    /// @notice The treasury funds no reward.
    error SourceIsTreasury();
    /// @notice An amount is at least `min` base units.
    error AmountTooSmall(uint256 amount, uint256 min);
    /// @notice Only USDT and DR, and only what the vault pays.
    error TokenNotSupported(address token);
    /// @notice A memo is of 1 … `MEMO_MAX` bytes.
    error MemoInvalid(uint256 length);
    /// @notice Vaults are 0, 1 and 2.
    error VaultUnknown(uint256 vault);

    /// @notice The payment token.
    function USDT() external view returns (IERC20);

    /// @notice The DR token.
    function DR_TOKEN() external view returns (IERC20);

    /// @notice Who is refused as source.
    function TREASURY() external view returns (address);

    /// @notice The vault of the miner accounts (0).
    function MINER_VAULT() external view returns (address);

    /// @notice The vault of the deflation accounts (1).
    function DEFLATION_VAULT() external view returns (address);

    /// @notice The vault of the node accounts (2).
    function NODE_VAULT() external view returns (address);

    /// @notice The number of fundings so far: `Funded` and `Recapitalised` together. A reader that knows as
    /// many has missed none.
    function fundingCount() external view returns (uint256);

    /// @notice Puts `amount` of the caller's into the pools: 20 %, rounded down, to the node vault, the rest
    /// to the deflation vault.
    /// @param token USDT or DR.
    /// @param amount Base units.
    /// @param memo Where it comes from: 1 … `MEMO_MAX` bytes.
    function fundPools(address token, uint256 amount, string calldata memo) external;

    /// @notice Puts `amount` of the caller's into the reward budget of a package, in the node vault.
    /// @param packageId The package, as deposits name it.
    /// @param token USDT or DR.
    /// @param amount Base units.
    /// @param memo Where it comes from: 1 … `MEMO_MAX` bytes.
    function fundBudget(uint256 packageId, address token, uint256 amount, string calldata memo) external;

    /// @notice Puts `amount` of the caller's into a vault, to cover what is owed from it already; from any
    /// wallet. It belongs to no pool and no user, and nothing gives it back.
    /// @param vault 0 miner, 1 deflation, 2 node.
    /// @param token DR; USDT at vaults 1 and 2.
    /// @param amount Base units.
    /// @param memo Why: 1 … `MEMO_MAX` bytes.
    function recapitalise(uint256 vault, address token, uint256 amount, string calldata memo) external;
}
