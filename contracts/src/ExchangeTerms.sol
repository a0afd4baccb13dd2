// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {BPS, PRICE_TOLERANCE, WAD} from "./Constants.sol";
import {Vouchers} from "./Vouchers.sol";
import {IExchange} from "./interfaces/IExchange.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {Deployed} from "./libraries/Deployed.sol";

/// @title ExchangeTerms: what the exchange is wired to, its prices and its fee
abstract contract ExchangeTerms is IExchange, Vouchers {
    /// @dev Small settings live in the storage slot of `signer` and the pause, which every call reads anyway.
    uint16 private _feeBps;

    /// @notice How far the output may be from the averages', in 1/10,000: 5 %.
    uint256 public constant PRICE_TOLERANCE_BPS = PRICE_TOLERANCE;
    /// @notice The highest fee there can ever be: 1 %.
    uint256 public constant FEE_BPS_MAX = 100;
    /// @notice The fee from deployment on: 0.3 %.
    uint256 public constant FEE_BPS_INITIAL = 30;

    /// @notice The payment token, in which fees are kept.
    IERC20 public immutable USDT;
    /// @notice The wrapped payment token.
    IERC20 public immutable USDR;
    /// @notice The DR token.
    IERC20 public immutable DR_TOKEN;
    /// @notice The DRGV token.
    IERC20 public immutable DRGV_TOKEN;
    /// @notice Where prices come from.
    IPriceOracle public immutable ORACLE;
    /// @notice The vault of the deflation accounts (1).
    address public immutable DEFLATION_VAULT;
    /// @notice The vault of the node accounts (2).
    address public immutable NODE_VAULT;

    /// @dev One slot, never zero again after the first flush.
    uint128 internal _feesCollected;
    uint64 internal _flushCount;
    uint64 internal _swapCount;

    constructor(Parts memory parts) {
        Deployed.requireContract(address(parts.usdt));
        Deployed.requireContract(address(parts.usdr));
        Deployed.requireContract(address(parts.dr));
        Deployed.requireContract(address(parts.drgv));
        Deployed.requireContract(address(parts.oracle));
        Deployed.requireContract(parts.deflationVault);
        Deployed.requireContract(parts.nodeVault);
        USDT = parts.usdt;
        USDR = parts.usdr;
        DR_TOKEN = parts.dr;
        DRGV_TOKEN = parts.drgv;
        ORACLE = parts.oracle;
        DEFLATION_VAULT = parts.deflationVault;
        NODE_VAULT = parts.nodeVault;
        _setFeeBps(FEE_BPS_INITIAL);
    }

    /// @inheritdoc IExchange
    function setFeeBps(uint256 bps) external override onlyAdmin {
        _setFeeBps(bps);
    }

    /// @inheritdoc IExchange
    function quote(uint256 inputAmount, address inputToken, address outputToken)
        public
        view
        override
        returns (uint256 outputAmount, uint256 fee)
    {
        if (inputToken == outputToken || !_isSupported(inputToken) || !_isSupported(outputToken)) {
            revert PairInvalid(inputToken, outputToken);
        }
        (uint256 inputPrice,) = _priceRange(inputToken);
        (, uint256 outputPrice) = _priceRange(outputToken);
        // Plain products: what does not fit 256 bits here is more than there is of any token.
        uint256 value = (inputAmount * inputPrice) / WAD;
        fee = (value * _feeBps + BPS - 1) / BPS;
        outputAmount = ((value - fee) * WAD) / outputPrice;
    }

    /// @inheritdoc IExchange
    function inventoryOf(address token) public view override returns (uint256) {
        uint256 held = IERC20(token).balanceOf(address(this));
        return token == address(USDT) ? held - _feesCollected : held;
    }

    /// @inheritdoc IExchange
    function feesCollected() external view override returns (uint256) {
        return _feesCollected;
    }

    /// @inheritdoc IExchange
    function flushCount() external view override returns (uint256) {
        return _flushCount;
    }

    /// @inheritdoc IExchange
    function swapCount() external view override returns (uint256) {
        return _swapCount;
    }

    /// @inheritdoc IExchange
    function feeBps() external view override returns (uint256) {
        return _feeBps;
    }

    /// @inheritdoc IExchange
    function priceOf(address token) public view override returns (uint256) {
        return token == address(USDT) || token == address(USDR) ? WAD : ORACLE.price(token);
    }

    /// @dev The lower average values what comes in, the higher what goes out: a price that was pushed for
    /// half an hour cannot be sold to the exchange. USDT and USDR are worth 1.
    function _priceRange(address token) private view returns (uint256 lower, uint256 higher) {
        if (token == address(USDT) || token == address(USDR)) return (WAD, WAD);
        return ORACLE.priceRange(token);
    }

    function _isSupported(address token) internal view returns (bool) {
        return
            token == address(USDT) || token == address(USDR) || token == address(DR_TOKEN)
                || token == address(DRGV_TOKEN);
    }

    /// @dev The tokens that have a pool with USDT.
    function _pricedTokens() internal view returns (address[] memory tokens) {
        tokens = new address[](2);
        (tokens[0], tokens[1]) = (address(DR_TOKEN), address(DRGV_TOKEN));
    }

    function _setFeeBps(uint256 bps) private {
        if (bps > FEE_BPS_MAX) revert OutOfBounds();
        // forge-lint: disable-next-line(unsafe-typecast)
        _feeBps = uint16(bps); // at most FEE_BPS_MAX
        emit FeeRateSet(bps);
    }
}
