// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {BPS, MEMO_LENGTH_MAX, WAD} from "./Constants.sol";
import {IFunding} from "./interfaces/IFunding.sol";
import {Deployed} from "./libraries/Deployed.sol";

/// @title Funding
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract Funding is IFunding {
    using SafeERC20 for IERC20;

    /// @notice The node vault's part of the pools' funding, in 1/10,000: 20 %.
    uint256 public constant TO_NODE_BPS = 2_000;
    /// @notice Minimum amount: one token. Each is a row in the ledger for good, and its memo is shown.
    uint256 public constant AMOUNT_MIN = WAD;
    /// @notice Longest memo, in bytes.
    uint256 public constant MEMO_MAX = MEMO_LENGTH_MAX;

    /// @inheritdoc IFunding
    IERC20 public immutable override USDT;
    /// @inheritdoc IFunding
    IERC20 public immutable override DR_TOKEN;
    /// @inheritdoc IFunding
    address public immutable override TREASURY;
    /// @inheritdoc IFunding
    address public immutable override MINER_VAULT;
    /// @inheritdoc IFunding
    address public immutable override DEFLATION_VAULT;
    /// @inheritdoc IFunding
    address public immutable override NODE_VAULT;

    /// @inheritdoc IFunding
    uint256 public override fundingCount;

    constructor(
        IERC20 usdt,
        IERC20 dr,
        address treasury,
        address minerVault,
        address deflationVault,
        address nodeVault
    ) {
        Deployed.requireContract(address(usdt));
        Deployed.requireContract(address(dr));
        Deployed.requireAccount(treasury);
        Deployed.requireContract(minerVault);
        Deployed.requireContract(deflationVault);
        Deployed.requireContract(nodeVault);
        USDT = usdt;
        DR_TOKEN = dr;
        TREASURY = treasury;
        MINER_VAULT = minerVault;
        DEFLATION_VAULT = deflationVault;
        NODE_VAULT = nodeVault;
    }

    /// @inheritdoc IFunding
    function fundPools(address token, uint256 amount, string calldata memo) external override {
        _requireRewardSource();
        _requireAccepted(token, amount, memo);
        uint256 toNode = (amount * TO_NODE_BPS) / BPS;
        ++fundingCount;

        emit Funded(Kind.Pools, msg.sender, token, 0, amount - toNode, toNode, memo);

        IERC20(token).safeTransferFrom(msg.sender, DEFLATION_VAULT, amount - toNode);
        if (toNode != 0) IERC20(token).safeTransferFrom(msg.sender, NODE_VAULT, toNode);
    }

    /// @inheritdoc IFunding
    function fundBudget(uint256 packageId, address token, uint256 amount, string calldata memo) external override {
        _requireRewardSource();
        _requireAccepted(token, amount, memo);
        ++fundingCount;

        emit Funded(Kind.Budget, msg.sender, token, packageId, 0, amount, memo);

        IERC20(token).safeTransferFrom(msg.sender, NODE_VAULT, amount);
    }

    /// @inheritdoc IFunding
    function recapitalise(uint256 vault, address token, uint256 amount, string calldata memo) external override {
        _requireAccepted(token, amount, memo);
        address to = _vaultOf(vault, token);
        ++fundingCount;

        emit Recapitalised(vault, msg.sender, token, amount, memo);

        IERC20(token).safeTransferFrom(msg.sender, to, amount);
    }

    /// @dev The vault with that index, where it pays that token: the miner vault pays DR alone.
    function _vaultOf(uint256 vault, address token) private view returns (address) {
        if (vault == 0) {
            if (token != address(DR_TOKEN)) revert TokenNotSupported(token);
            return MINER_VAULT;
        }
        if (vault == 1) return DEFLATION_VAULT;
        if (vault == 2) return NODE_VAULT;
        revert VaultUnknown(vault);
    }

    function _requireRewardSource() private view {
        if (msg.sender == TREASURY) revert SourceIsTreasury();
    }

    function _requireAccepted(address token, uint256 amount, string calldata memo) private view {
        if (token != address(USDT) && token != address(DR_TOKEN)) revert TokenNotSupported(token);
        if (amount < AMOUNT_MIN) revert AmountTooSmall(amount, AMOUNT_MIN);
        uint256 length = bytes(memo).length;
        if (length == 0 || length > MEMO_MAX) revert MemoInvalid(length);
    }
}
